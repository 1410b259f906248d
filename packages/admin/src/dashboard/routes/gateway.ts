// The routes for the records of a gateway. They are the routes of its admin API, served by the dashboard and
// authenticated by the dashboard session.

import { auditApprovals, auditKillSwitch } from '../../gateway/audited.js';
import { recordRoutes } from '../../gateway/routes/index.js';
import { defineRoute, type Route } from '../../http/route.js';
import type { AuditDecision } from '../../routes/approvals.js';
import type { AuditSwitch } from '../../routes/kill.js';
import type { AdminPorts, GatewayPorts } from '../ports.js';

/** The author of changes in the audit log, because dashboard sessions have no names. */
const actor = 'dashboard';

/** Returns the routes; without a gateway, there is only a route that reports this. */
export const gatewayDashboardRoutes = (gateway: GatewayPorts | undefined): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/gateway',
    summary: 'Get the URL of the gateway in this process, or null',
    handle: () => ({ body: { origin: gateway?.origin ?? null } }),
  }),
  ...(gateway === undefined ? [] : recordRoutes(gateway).map((route) => inGateway(route, gateway))),
];

/** Adapts a route: its changes are logged with the author `dashboard`, and its URLs are those of the gateway. */
const inGateway = (route: Route, { origin }: GatewayPorts): Route => ({
  ...route,
  handle: (request) => route.handle({ ...request, actor, host: new URL(origin).host }),
});

interface RecordedChanges {
  readonly auditApprovals: AuditDecision;
  readonly auditKillSwitch: AuditSwitch;
}

/** Logs decisions on approvals and changes to the kill switch in the same way as the admin API. */
export const createAuditing = (gateway: AdminPorts['gateway']): RecordedChanges => {
  if (gateway === undefined)
    return {
      auditApprovals: (_id, _change, _by, act) => act(),
      auditKillSwitch: (_enabled, _by, act) => act(),
    };
  const [decisions, switches] = [auditApprovals(gateway), auditKillSwitch(gateway)];
  return {
    auditApprovals: (id, change, _by, act) => decisions(id, change, actor, act),
    auditKillSwitch: (enabled, _by, act) => switches(enabled, actor, act),
  };
};
