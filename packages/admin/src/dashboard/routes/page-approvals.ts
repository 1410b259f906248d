// Provides approvals for the page. A client can have many pending calls with megabytes of arguments, so the list
// contains only the beginning of long arguments; a single approval can be fetched in full.

import { Problem } from '../../http/problem.js';
import { defineRoute, type Route } from '../../http/route.js';
import type { AdminPorts, ApprovalView } from '../ports.js';

const maxArgumentsLength = 20_000;
const maxLineLength = 2000;

export const pageApprovalRoutes = ({ approvals }: Pick<AdminPorts, 'approvals'>): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/page/approvals',
    summary: 'List pending and standing approvals; long arguments are truncated',
    handle: async () => ({ body: { items: (await approvals.list()).map(shorten) } }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/page/approvals/:id',
    summary: 'Get one approval in full',
    async handle({ params }) {
      const found = (await approvals.list()).find(({ id }) => id === params['id']);
      if (found === undefined) throw new Problem(404, 'No such approval; it may have expired.');
      return { body: found };
    },
  }),
];

function shorten(view: ApprovalView): object {
  const { arguments: input, ...rest } = view as ApprovalView & { readonly arguments?: unknown };
  const text = JSON.stringify(input, undefined, 2) ?? '';
  if (text.length <= maxArgumentsLength) return view;
  return {
    ...rest,
    beginning: text.slice(0, maxArgumentsLength),
    length: text.length,
    description: view.description?.map((line) => line.slice(0, maxLineLength)),
  };
}
