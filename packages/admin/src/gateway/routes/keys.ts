// The API keys of the data plane.

import { newKey } from '@claw/gateway';
import { Problem } from '../../http/problem.js';
import { defineRoute, type Route } from '../../http/route.js';
import { pageOf, pageQuery, takePage } from '../pages.js';
import type { GatewayApiPorts } from '../ports.js';
import { invalidField } from '../responses.js';
import { createdKeyView, keyView, viewKey } from '../views.js';

/** A thousand tags. */
const maxBody = 1024 * 1024;

export const keyRoutes = ({ state, createKey, recordChange }: GatewayApiPorts): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/keys',
    summary: 'List API keys, without the keys themselves',
    query: pageQuery,
    response: pageOf(keyView),
    handle: async ({ query }) => ({ body: takePage(await state.keys.list(), query, viewKey) }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/keys',
    summary: 'Create an API key; only this response holds it',
    body: newKey,
    maxBody,
    status: 201,
    response: createdKeyView,
    problems: invalidField,
    async handle({ body, actor }) {
      const { key, hash } = createKey();
      const created = await state.keys.create(body, hash);
      const { id, name } = created;
      await recordChange({ action: 'create', record: 'key', id, name, by: actor });
      return { body: { ...viewKey(created), key } };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/keys/:id',
    summary: 'Delete an API key; it is refused from now on',
    status: 204,
    problems: { 404: 'There is no key with this id.' },
    async handle({ params: { id = '' }, actor }) {
      const key = (await state.keys.list()).find((candidate) => candidate.id === id);
      if (key === undefined || !(await state.keys.remove(id)))
        throw new Problem(404, `No key with the id \`${id}\`.`);
      await recordChange({ action: 'delete', record: 'key', id, name: key.name, by: actor });
      return {};
    },
  }),
];
