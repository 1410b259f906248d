// What the gateway asks an upstream server, or the DNS about it, on request.

import { Problem } from '../../http/problem.js';
import { defineRoute, type Route } from '../../http/route.js';
import { findProxy } from '../find-proxy.js';
import type { RecordPorts } from '../ports.js';
import { noSuchProxy, unreachable } from '../responses.js';
import { dnsPinView, toolList } from '../views.js';

export const upstreamRoutes = ({
  state,
  resolveNow,
  discoverTools,
  recordChange,
}: RecordPorts): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/api/mcp/:id/re-resolve',
    summary: 'Resolve the host name of an upstream server now',
    response: dnsPinView,
    problems: { ...noSuchProxy, ...unreachable },
    async handle({ params, actor }) {
      const proxy = await findProxy(state, params['id']);
      const resolved = await resolveNow(proxy);
      if (!resolved.ok) throw new Problem(502, resolved.problem);
      const { id, name } = proxy;
      await recordChange({ action: 'resolve', record: 'proxy', id, name, by: actor });
      return { body: dnsPinView.parse(resolved.value) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/mcp/:id/tools',
    summary: 'Ask the upstream server for its tools and store them',
    response: toolList,
    problems: { ...noSuchProxy, ...unreachable },
    async handle({ params, actor }) {
      const proxy = await findProxy(state, params['id']);
      const discovered = await discoverTools(proxy);
      if (!discovered.ok) throw new Problem(502, discovered.problem);
      const { id, name } = proxy;
      const { tools } = await state.proxies.setTools(id, discovered.value);
      await recordChange({ action: 'discover', record: 'tools', id, name, by: actor });
      return { body: toolList.parse({ tools }) };
    },
  }),
];
