// Routes that resolve the host name of the upstream server, or connect to that server.

import { Problem } from '../../http/problem.js';
import { defineRoute, type Route } from '../../http/route.js';
import { audited } from '../audited.js';
import { findProxy } from '../find-proxy.js';
import type { RecordPorts } from '../ports.js';
import { noSuchProxy, unreachable } from '../responses.js';
import { dnsPinView, toolList } from '../views.js';

export const upstreamRoutes = ({
  state,
  resolveNow,
  discoverTools,
  ...ports
}: RecordPorts): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/api/mcp/:id/re-resolve',
    summary: 'Resolve the host name of an upstream server now',
    response: dnsPinView,
    problems: { ...noSuchProxy, ...unreachable },
    async handle({ params, actor }) {
      const proxy = await findProxy(state, params['id']);
      const { id, name } = proxy;
      const change = { action: 'resolve', record: 'proxy', id, name, by: actor } as const;
      const resolved = await audited(ports, change, async () => {
        const attempt = await resolveNow(proxy);
        if (!attempt.ok) throw new Problem(502, attempt.problem);
        return attempt;
      });
      return { body: dnsPinView.parse(resolved.value) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/mcp/:id/tools',
    summary: 'List the tools of the upstream server and store them',
    response: toolList,
    problems: { ...noSuchProxy, ...unreachable },
    async handle({ params, actor }) {
      const proxy = await findProxy(state, params['id']);
      const discovered = await discoverTools(proxy);
      if (!discovered.ok) throw new Problem(502, discovered.problem);
      const { id, name } = proxy;
      const change = { action: 'discover', record: 'tools', id, name, by: actor } as const;
      const { tools } = await audited(ports, change, () => state.proxies.setTools(id, discovered.value));
      return { body: toolList.parse({ tools }) };
    },
  }),
];
