// Routes for stored resources, which proxies serve without their upstream servers.

import { randomUUID } from 'node:crypto';
import { newResource, type Resource, resourceChanges } from '@claw/gateway';
import { fieldProblem } from '../../http/problem.js';
import { defineRoute, type Route } from '../../http/route.js';
import { audited } from '../audited.js';
import { refuseDeclared } from '../find-proxy.js';
import { findRecord } from '../find-record.js';
import { pageOf, pageQuery, takePage } from '../pagination.js';
import type { RecordPorts } from '../ports.js';
import { invalidField, namedRecord } from '../responses.js';
import { resourceView, viewResource } from '../views.js';

/** The maximum size of a body: one MiB of content, in which JSON escaping can turn each byte into six. */
const maxBody = 6 * 1024 * 1024;
const named = namedRecord('resource');

export const resourceRoutes = ({ state, ...ports }: RecordPorts): readonly Route[] => {
  const { resources, proxies } = state;

  const findResource = async (idOrName?: string): Promise<Resource> =>
    findRecord('resource', await resources.list(), idOrName);

  /** Finds proxies by id or by name and returns their ids. */
  async function findAttached(ids: readonly string[]): Promise<string[]> {
    const found = await Promise.all(ids.map((id) => proxies.find(id)));
    return found.map((proxy, index) => {
      if (proxy === undefined)
        throw fieldProblem(`attachedMcpIds[${index}]`, 'is not the id or name of a proxy');
      return proxy.id;
    });
  }

  return [
    defineRoute({
      method: 'GET',
      path: '/api/resources',
      summary: 'List resources',
      query: pageQuery,
      response: pageOf(resourceView),
      handle: async ({ query }) => ({ body: takePage(await resources.list(), query, viewResource) }),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/resources',
      summary: 'Create a resource',
      body: newResource,
      maxBody,
      status: 201,
      response: resourceView,
      problems: invalidField,
      async handle({ body, actor }) {
        const attachedMcpIds = await findAttached(body.attachedMcpIds);
        const id = randomUUID();
        const change = { action: 'create', record: 'resource', id, name: body.name, by: actor } as const;
        const resource = await audited(ports, change, () =>
          resources.create({ ...body, attachedMcpIds }, { id }),
        );
        return { body: viewResource(resource), headers: { Location: `/api/resources/${id}` } };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/resources/:id',
      summary: 'Retrieve a resource',
      response: resourceView,
      problems: named,
      handle: async ({ params }) => ({ body: viewResource(await findResource(params['id'])) }),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/api/resources/:id',
      summary: 'Change fields of a resource',
      body: resourceChanges,
      maxBody,
      response: resourceView,
      problems: { ...invalidField, ...named },
      async handle({ params, body, actor }) {
        const resource = await findResource(params['id']);
        refuseDeclared(resource);
        const { id, name } = resource;
        const { attachedMcpIds: given } = body;
        const attachedMcpIds = given === undefined ? undefined : await findAttached(given);
        const fields = Object.keys(body);
        const change = { action: 'change', record: 'resource', id, name, fields, by: actor } as const;
        const changed = await audited(ports, change, () =>
          resources.change(id, { ...body, ...(attachedMcpIds && { attachedMcpIds }) }),
        );
        return { body: viewResource(changed) };
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/api/resources/:id',
      summary: 'Delete a resource',
      status: 204,
      problems: named,
      async handle({ params, actor }) {
        const resource = await findResource(params['id']);
        refuseDeclared(resource);
        const { id, name } = resource;
        await audited(ports, { action: 'delete', record: 'resource', id, name, by: actor }, () =>
          resources.remove(id),
        );
        return {};
      },
    }),
  ];
};
