// Generates the OpenAPI 3.1 document of the admin API from the schemas that validate its requests.

import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import type { Route } from '../http/route.js';

type Registry = OpenAPIHono['openAPIRegistry'];

/** The schema of the result of `problemBody`. */
const problemView = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  field: z.string().optional(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});

/** Describes the routes. Those in `publicPaths` need no token. */
export function describeRoutes(routes: readonly Route[], publicPaths: readonly string[]): object {
  const app = new OpenAPIHono();
  const registry = app.openAPIRegistry;
  registry.registerComponent('securitySchemes', 'adminToken', { type: 'http', scheme: 'bearer' });
  const problem = registry.register('Problem', problemView);
  for (const route of routes) addRoute(registry, route, problem, publicPaths.includes(route.path));
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'ClawDefender gateway', version: '1' },
    security: [{ adminToken: [] }],
  });
}

function addRoute(registry: Registry, route: Route, problem: z.ZodType, isPublic: boolean): void {
  const { method, path, summary, body, query, response, status = 200, problems = {} } = route;
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  const failures = { ...(!isPublic && { 401: 'The token is missing or invalid.' }), ...problems };
  registry.registerPath({
    method: method.toLowerCase() as 'get',
    path: path.replace(/:(\w+)/g, '{$1}'),
    summary,
    ...(isPublic && { security: [] }),
    request: {
      ...(names.length > 0 && {
        params: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))),
      }),
      ...(query && { query }),
      ...(body && { body: { required: true, content: { 'application/json': { schema: body } } } }),
    },
    responses: {
      [status]: {
        description: 'Success',
        ...(response && { content: { 'application/json': { schema: response } } }),
      },
      ...Object.fromEntries(
        Object.entries(failures).map(([code, description]) => [
          code,
          { description, content: { 'application/problem+json': { schema: problem } } },
        ]),
      ),
    },
  });
}
