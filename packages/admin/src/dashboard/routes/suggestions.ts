// Suggests rules that would have allowed a pending call.

import { Problem } from '../../http/problem.js';
import { defineRoute, type Route } from '../../http/route.js';
import type { AdminPorts } from '../ports.js';

export const suggestionRoutes = ({ suggestRules }: Pick<AdminPorts, 'suggestRules'>): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/approvals/:id/suggestions',
    summary:
      'Suggest rules that would have allowed a pending call, each with the logged calls that it matches',
    async handle({ params }) {
      const items = await suggestRules(params['id'] ?? '');
      if (items === undefined) throw new Problem(404, 'No such approval; it may have expired.');
      return { body: { items } };
    },
  }),
];
