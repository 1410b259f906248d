// Routes for load balancers and Prometheus. Their responses contain no secrets and no call arguments.

import { defineRoute, type Route } from '../../http/route.js';
import type { GatewayApiPorts } from '../ports.js';

/** The sender of a request without a token. */
export const ANONYMOUS = 'anonymous';

export const operationRoutes = ({ notReady, metrics }: GatewayApiPorts): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/healthz',
    summary: 'Liveness probe',
    handle: () => ({ body: { status: 'ok' } }),
  }),
  defineRoute({
    method: 'GET',
    path: '/readyz',
    summary: 'Readiness probe',
    problems: { 503: 'The node is not ready; the body contains the reason.' },
    async handle() {
      const reason = await notReady();
      if (reason === undefined) return { body: { status: 'ready' } };
      return { status: 503, body: { status: 'not_ready', reason } };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/metrics',
    summary: 'Metrics in the text format of Prometheus; with an admin token, for each proxy',
    async handle({ actor }) {
      const { text, contentType } = await metrics({ withProxies: actor !== ANONYMOUS });
      return { body: text, headers: { 'Content-Type': contentType } };
    },
  }),
];
