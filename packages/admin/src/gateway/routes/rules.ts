// Routes for the rules of a proxy, and for the cached results of its `static_cache` rules.

import * as z from 'zod';
import { defineRoute, type Route } from '../../http/route.js';
import { audited } from '../audited.js';
import { findProxy, refuseDeclared } from '../find-proxy.js';
import type { RecordPorts } from '../ports.js';
import { declaredRecord, invalidField, noSuchProxy } from '../responses.js';
import { ruleList } from '../views.js';

/** The maximum size of a body. A rule may contain code, and there may be a thousand rules. */
const maxBody = 4 * 1024 * 1024;

/** `GatewayState` validates each rule with the schema of its type. */
const newRuleList = z.strictObject({ rules: z.array(z.unknown()) });

export const ruleRoutes = ({ state, purgeCache, ...ports }: RecordPorts): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/mcp/:id/rules',
    summary: 'List the rules of a proxy, in the order of evaluation',
    response: ruleList,
    problems: noSuchProxy,
    async handle({ params }) {
      const { id } = await findProxy(state, params['id']);
      return { body: { rules: await state.rules.get(id) } };
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/mcp/:id/rules',
    summary: 'Replace all rules of a proxy',
    body: newRuleList,
    maxBody,
    response: ruleList,
    problems: { ...invalidField, ...noSuchProxy, ...declaredRecord },
    async handle({ params, body, actor }) {
      const proxy = await findProxy(state, params['id']);
      refuseDeclared(proxy);
      const { id, name } = proxy;
      const rules = await audited(ports, { action: 'change', record: 'rules', id, name, by: actor }, () =>
        state.rules.replace(id, body),
      );
      return { body: { rules } };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/mcp/:id/cache',
    summary: 'Remove the cached results of a tool, or of all tools',
    query: z.object({ tool: z.string().max(1024).optional() }),
    status: 204,
    problems: noSuchProxy,
    async handle({ params, query: { tool }, actor }) {
      const { id, name } = await findProxy(state, params['id']);
      await audited(ports, { action: 'purge', record: 'cache', id, name, tool, by: actor }, () =>
        purgeCache(id, tool),
      );
      return {};
    },
  }),
];
