// Routes for callers that `rate_limit` rules have banned: list the bans, and lift them early.

import * as z from 'zod';
import { Problem } from '../../http/problem.js';
import { defineRoute, type Route } from '../../http/route.js';
import { audited } from '../audited.js';
import { pageQuery } from '../pagination.js';
import type { RecordPorts } from '../ports.js';

const banView = z.object({
  id: z.string(),
  rule: z.string(),
  caller: z.string(),
  proxyId: z.string().nullable(),
  until: z.string(),
});

const DEFAULT_LIMIT = 50;

export const banRoutes = ({ bans, ...ports }: RecordPorts): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/bans',
    summary: 'List the current bans; those that end last come first',
    query: pageQuery,
    response: z.object({ items: z.array(banView), page: z.number(), limit: z.number(), total: z.number() }),
    async handle({ query: { page = 1, limit = DEFAULT_LIMIT } }) {
      const all = await bans.list();
      const items = all.slice((page - 1) * limit, page * limit).map((ban) => banView.parse(ban));
      return { body: { items, page, limit, total: all.length } };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/bans/:id',
    summary: 'Lift a ban and reset its counter',
    status: 204,
    problems: { 404: 'There is no such ban.' },
    async handle({ params: { id = '' }, actor }) {
      return audited(ports, { action: 'delete', record: 'ban', id, by: actor }, async () => {
        if (!(await bans.lift(id))) throw new Problem(404, 'No such ban; it may have ended.');
        return {};
      });
    },
  }),
];
