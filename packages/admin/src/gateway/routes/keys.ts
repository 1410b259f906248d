// Routes for the API keys for the data plane.

import { randomUUID } from 'node:crypto';
import { type GatewayState, newKey } from '@claw/gateway';
import { fieldProblem } from '../../http/problem.js';
import { defineRoute, type Route } from '../../http/route.js';
import { audited } from '../audited.js';
import { refuseDeclared } from '../find-proxy.js';
import { findRecord } from '../find-record.js';
import { pageOf, pageQuery, takePage } from '../pagination.js';
import type { RecordPorts } from '../ports.js';
import { invalidField, namedRecord } from '../responses.js';
import { createdKeyView, keyView, viewKey } from '../views.js';

/** The maximum size of a body, which is enough for a thousand tags. */
const maxBody = 1024 * 1024;

export const keyRoutes = ({ state, createKey, ...ports }: RecordPorts): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/keys',
    summary: 'List API keys by name and id, without their secret values',
    query: pageQuery,
    response: pageOf(keyView),
    handle: async ({ query }) => ({ body: takePage(await state.keys.list(), query, viewKey) }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/keys',
    summary: 'Create an API key; only this response contains its secret value',
    body: newKey,
    maxBody,
    status: 201,
    response: createdKeyView,
    problems: invalidField,
    async handle({ body, actor }) {
      const tags = await resolveTags(state, body.tags);
      const { key, hash } = createKey();
      const id = randomUUID();
      const change = { action: 'create', record: 'key', id, name: body.name, by: actor } as const;
      const created = await audited(ports, change, () => state.keys.create({ ...body, tags }, hash, { id }));
      return { body: { ...viewKey(created), key } };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/keys/:id',
    summary: 'Delete an API key; requests that use it are then rejected',
    status: 204,
    problems: namedRecord('key'),
    async handle({ params, actor }) {
      const key = findRecord('key', await state.keys.list(), params['id']);
      refuseDeclared(key);
      const { id, name } = key;
      await audited(ports, { action: 'delete', record: 'key', id, name, by: actor }, () =>
        state.keys.remove(id),
      );
      return {};
    },
  }),
];

/** Replaces proxy names in tags with ids. A tag for an unknown proxy is rejected, because it would have no effect. */
const resolveTags = (state: GatewayState, tags: readonly string[]): Promise<string[]> =>
  Promise.all(
    tags.map(async (tag, index) => {
      const [, idOrName = '', rest = ''] = /^mcp:([^:]+)(:.+)$/su.exec(tag) ?? [];
      const proxy = await state.proxies.find(idOrName);
      if (proxy === undefined) throw fieldProblem(`tags[${index}]`, `names no proxy: \`${idOrName}\``);
      return `mcp:${proxy.id}${rest}`;
    }),
  );
