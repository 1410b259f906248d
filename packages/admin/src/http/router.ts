// Serves routes: finds the route of a request, validates the query and body, and converts errors to problem details.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { Problem, problemBody } from './problem.js';
import { readBody } from './read-body.js';
import type { Route, RouteReply } from './route.js';
import { validateBody, validateQuery } from './validate.js';

type Env = { readonly Bindings: HttpBindings };
type RequestContext = Context<Env>;

export interface RouterOptions {
  readonly routes: readonly Route[];
  /** Returns the name of the sender. Throws a problem if the sender may not use the route. */
  readonly authenticate: (request: IncomingMessage, path: string) => string | Promise<string>;
  /** The headers of each response. */
  readonly headers: Readonly<Record<string, string>>;
  /** Converts an error from another package to a problem; returns undefined for an unexpected error. */
  readonly toProblem?: (error: unknown) => Problem | undefined;
  /** Called with unexpected errors. */
  readonly onError?: ((error: Error) => void) | undefined;
}

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/** Creates a listener for `node:http` that serves only these routes. */
export function createRouter(options: RouterOptions): RequestListener {
  const app = new Hono<Env>({ strict: true });
  for (const path of new Set(options.routes.map((route) => route.path))) {
    const routes = options.routes.filter((route) => route.path === path);
    app.all(path, (context) => serve(options, routes, context));
  }
  app.notFound(async (context) => {
    // The token is checked first, so that without a token, unknown and known paths get the same response.
    await options.authenticate(context.env.incoming, context.req.path);
    throw new Problem(404, 'Nothing is served at this path.');
  });
  app.onError((error) => sendError(options, error));
  const listener = getRequestListener((request, env) => app.fetch(request, env), {
    overrideGlobalObjects: false,
    errorHandler: () => sendError(options, new Problem(400, 'The URL or the `Host` header is not valid.')),
  });
  return (request, response) => void listener(request, response);
}

async function serve(
  options: RouterOptions,
  routes: readonly Route[],
  context: RequestContext,
): Promise<Response> {
  const { incoming } = context.env;
  const actor = await options.authenticate(incoming, context.req.path);
  const method = incoming.method === 'HEAD' ? 'GET' : incoming.method;
  const route = routes.find((candidate) => candidate.method === method);
  if (route === undefined) {
    const allowed = routes.map((candidate) => candidate.method).join(', ');
    throw new Problem(405, `Use ${allowed} here.`, { headers: { Allow: allowed } });
  }
  const query = validateQuery(route.query, new URL(context.req.url).searchParams);
  const body =
    route.body === undefined ? undefined : validateBody(route.body, await readBody(incoming, route.maxBody));
  const reply = await route.handle({
    params: context.req.param() as Readonly<Record<string, string>>,
    query,
    body,
    host: incoming.headers.host ?? '',
    actor,
  });
  return send(options, { status: route.status ?? 200, ...reply }, 'application/json');
}

function sendError(options: RouterOptions, error: unknown): Response {
  const known = error instanceof Problem ? error : options.toProblem?.(error);
  if (known === undefined) options.onError?.(error as Error);
  const problem =
    known ?? new Problem(500, 'An internal error occurred. The standard error of this process has details.');
  // Closes the connection, because the rest of a body that is too large would be parsed as the next request.
  const close: Record<string, string> = problem.status === 413 ? { Connection: 'close' } : {};
  const reply = {
    status: problem.status,
    body: problemBody(problem),
    headers: { ...close, ...problem.headers },
  };
  return send(options, reply, 'application/problem+json');
}

function send({ headers }: RouterOptions, reply: RouteReply, type: string): Response {
  const { status = 200, body, headers: more } = reply;
  if (body === undefined) return new Response(null, { status, headers: { ...headers, ...more } });
  const sent = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  return new Response(sent, { status, headers: { ...headers, 'Content-Type': type, ...more } });
}
