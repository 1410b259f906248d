// Routes for proxies, which are the upstream servers behind the gateway.

import { randomUUID } from 'node:crypto';
import { newProxy, proxyChanges } from '@claw/gateway';
import { Problem } from '../../http/problem.js';
import { defineRoute, type Route } from '../../http/route.js';
import { audited } from '../audited.js';
import { findProxy, refuseDeclared } from '../find-proxy.js';
import { pageOf, pageQuery, takePage } from '../pagination.js';
import type { RecordPorts } from '../ports.js';
import { declaredRecord, invalidField, noSuchProxy } from '../responses.js';
import { proxyView, proxyWithPinView, viewProxy, viewProxyWithPin } from '../views.js';

/** The maximum size of a body, which may contain a JWKS document of up to 256 KiB. */
const maxBody = 1024 * 1024;

export const proxyRoutes = (ports: RecordPorts): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/mcp',
    summary: 'List proxies',
    query: pageQuery,
    response: pageOf(proxyView),
    async handle({ query, host }) {
      return {
        body: takePage(await ports.state.proxies.list(), query, (proxy) => viewProxy(proxy, host)),
      };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/mcp',
    summary: 'Create a proxy',
    body: newProxy,
    maxBody,
    status: 201,
    response: proxyView,
    problems: {
      ...invalidField,
      403: 'The maximum number of proxies is reached.',
      409: 'The name is used by another proxy.',
    },
    async handle({ body, host, actor }) {
      const id = randomUUID();
      const change = { action: 'create', record: 'proxy', id, name: body.name, by: actor } as const;
      const proxy = await audited(ports, change, () => ports.state.proxies.create(body, { id }));
      return { body: viewProxy(proxy, host), headers: { Location: `/api/mcp/${id}` } };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/mcp/:id',
    summary: 'Retrieve a proxy and its upstream address',
    response: proxyWithPinView,
    problems: noSuchProxy,
    async handle({ params, host }) {
      const proxy = await findProxy(ports.state, params['id']);
      return { body: viewProxyWithPin(proxy, host, await ports.dnsPin(proxy.id)) };
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/api/mcp/:id',
    summary: 'Change fields of a proxy',
    body: proxyChanges,
    maxBody,
    response: proxyView,
    problems: {
      ...invalidField,
      ...noSuchProxy,
      409: 'The name is used by another proxy, or the proxy is declared in `gateway.toml`.',
    },
    async handle({ params, body, host, actor }) {
      const found = await findProxy(ports.state, params['id']);
      refuseDeclared(found);
      const { id, name } = found;
      const fields = Object.keys(body);
      const change = { action: 'change', record: 'proxy', id, name, fields, by: actor } as const;
      const proxy = await audited(ports, change, () => ports.state.proxies.change(id, body));
      return { body: viewProxy(proxy, host) };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/mcp/:id',
    summary: 'Delete a proxy, its rules and secrets, and its tags in API keys',
    status: 204,
    problems: { ...noSuchProxy, ...declaredRecord },
    async handle({ params, actor }) {
      const found = await findProxy(ports.state, params['id']);
      refuseDeclared(found);
      const { id, name } = found;
      await audited(ports, { action: 'delete', record: 'proxy', id, name, by: actor }, async () => {
        if (!(await ports.state.proxies.remove(id)))
          throw new Problem(404, `No proxy with the id \`${id}\`.`);
      });
      return {};
    },
  }),
];
