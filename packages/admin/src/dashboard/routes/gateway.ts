// The record routes of the admin API of a gateway, served by its dashboard and authenticated by the dashboard session.

import { auditApprovals, auditKillSwitch } from '../../gateway/audited.js';
import { recordRoutes } from '../../gateway/routes/index.js';
import { defineRoute, type Route } from '../../http/route.js';
import type { AuditDecision } from '../../routes/approvals.js';
import type { AuditSwitch } from '../../routes/kill.js';
import type { AdminPorts, GatewayPorts } from '../ports.js';

/** The author of a change in the audit log. Dashboard sessions have no names. */
const actor = 'dashboard';

/** Without a gateway, a single route that reports this. */
export const gatewayDashboardRoutes = (gateway: GatewayPorts | undefined): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/gateway',
    summary: 'The URL of the gateway of this process, or null',
    handle: () => ({ body: { origin: gateway?.origin ?? null } }),
  }),
  ...(gateway === undefined ? [] : recordRoutes(gateway).map((route) => inGateway(route, gateway))),
];

/** A route whose changes are logged with the author `dashboard`, and whose URLs are those of the gateway. */
const inGateway = (route: Route, { origin }: GatewayPorts): Route => ({
  ...route,
  handle: (request) => route.handle({ ...request, actor, host: new URL(origin).host }),
});

interface RecordedChanges {
  readonly auditApprovals: AuditDecision;
  readonly auditKillSwitch: AuditSwitch;
}

/** Decisions on approvals, and changes of the kill switch, logged like those of the admin API. */
export const recordsOf = (gateway: AdminPorts['gateway']): RecordedChanges => {
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
