// Routes for pinned tool definitions, and for accepting changed ones.

import * as z from 'zod';
import { Problem } from '../../http/problem.js';
import { defineRoute, type Route } from '../../http/route.js';
import type { AdminPorts } from '../ports.js';

export const toolRoutes = ({ tools }: Pick<AdminPorts, 'tools'>): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/tools',
    summary: 'List tools with their state and their changes',
    handle: async () => ({ body: { items: await tools.list() } }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/tools/accept',
    summary: 'Accept the tool definition that the user has reviewed',
    body: z.strictObject({ server: z.string(), tool: z.string(), digest: z.string().max(256) }),
    status: 204,
    async handle({ body: { server, tool, digest } }) {
      if (!(await tools.accept(server, tool, digest)))
        throw new Problem(
          409,
          'Nothing was accepted: the server changed the definition again, or there is no change. Reload the page and review the definition.',
        );
      return {};
    },
  }),
];
