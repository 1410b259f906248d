// The admin API of a gateway as a listener for `node:http`. The caller chooses the port.

import { GatewayProblem } from '@claw/gateway';
import { Problem } from '../http/problem.js';
import { defineRoute, type Route } from '../http/route.js';
import { createRouter, type RequestListener } from '../http/router.js';
import { createTokenCheck } from './admin-token.js';
import { describeRoutes } from './openapi.js';
import type { GatewayApiPorts } from './ports.js';
import { gatewayRoutes } from './routes/index.js';
import { ANONYMOUS } from './routes/operations.js';

/**
 * Browsers must not cache responses or interpret them as HTML or scripts. There are no CORS headers, so no web page
 * can read the responses.
 */
const headers = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
} as const;

/**
 * Load balancers and Prometheus read probes and metrics without a token. These responses contain no secrets, no call
 * arguments, and no names of proxies, because callers of the data plane can read them as well.
 */
const probes = ['/healthz', '/readyz'];
const publicPaths = [...probes, '/metrics'];

/** Serves `/api/*`, `/healthz`, `/readyz` and `/metrics`. Other paths get 401 or 404. */
export function createGatewayApi(ports: GatewayApiPorts): RequestListener {
  const checkToken = createTokenCheck(ports.state, ports.adminToken);
  const described = gatewayRoutes(ports);
  return createRouter({
    routes: [...described, openApiRoute(described)],
    authenticate(request, path) {
      const isAnonymous =
        probes.includes(path) || (publicPaths.includes(path) && !request.headers.authorization);
      return isAnonymous ? ANONYMOUS : checkToken(request);
    },
    headers,
    toProblem,
    onError: ports.onError,
  });
}

/** The document is created on the first request. */
function openApiRoute(routes: readonly Route[]): Route {
  let document: object | undefined;
  return defineRoute({
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This document',
    handle() {
      document ??= describeRoutes(routes, publicPaths);
      return { body: document };
    },
  });
}

const statusOf = { invalid: 400, not_found: 404, conflict: 409, quota: 403 } as const;

/** Converts errors from the records and the store, whose messages are safe for clients. */
export function toProblem(error: unknown): Problem | undefined {
  if (error instanceof GatewayProblem)
    return new Problem(statusOf[error.kind], error.message, { fields: error.fields });
  // A `StoreError` from any copy of the store package; its message is safe for clients.
  const { code, message } = error as { code?: unknown; message?: string };
  return code === 'STORE_UNAVAILABLE' ? new Problem(503, `${message}. Nothing was changed.`) : undefined;
}
