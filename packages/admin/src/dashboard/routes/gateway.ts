// The gateway in whose process the dashboard runs: the routes of its admin API about records, for whoever is signed in here.

import { recordRoutes } from '../../gateway/routes/index.js';
import { defineRoute, type Route } from '../../http/route.js';
import type { AdminPorts, GatewayPorts } from '../ports.js';

/** Who made a change, in the audit log. Sessions of the dashboard have no names. */
const actor = 'dashboard';

/** Without a gateway, one route that says so. */
export const gatewayDashboardRoutes = (gateway: GatewayPorts | undefined): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/gateway',
    summary: 'Whether this process is a gateway, and where callers reach it',
    handle: () => ({ body: { origin: gateway?.origin ?? null } }),
  }),
  ...(gateway === undefined ? [] : recordRoutes(gateway).map((route) => inGateway(route, gateway))),
];

/** A route whose changes are recorded as those of the dashboard, and whose addresses are those of the gateway. */
const inGateway = (route: Route, { origin }: GatewayPorts): Route => ({
  ...route,
  handle: (request) => route.handle({ ...request, actor, host: new URL(origin).host }),
});

interface RecordChanges {
  decided(id: string, action: 'decide' | 'revoke'): unknown;
  switched(enabled: boolean): unknown;
}

/** Records decisions and switching in the log of the gateway, as its admin API does. */
export const recordsOf = (gateway: AdminPorts['gateway']): RecordChanges => ({
  decided: (id, action) => gateway?.recordChange({ action, record: 'approval', id, by: actor }),
  switched: (enabled) =>
    gateway?.recordChange({ action: 'change', record: 'kill_switch', id: enabled ? 'on' : 'off', by: actor }),
});
