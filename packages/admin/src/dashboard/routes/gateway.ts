// The record routes of the admin API of a gateway, served by its dashboard and authenticated by the dashboard session.

import { aroundApprovals, aroundKillSwitch } from '../../gateway/audited.js';
import { recordRoutes } from '../../gateway/routes/index.js';
import { defineRoute, type Route } from '../../http/route.js';
import type { AroundDecision } from '../../routes/approvals.js';
import type { AroundSwitch } from '../../routes/kill.js';
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
  readonly aroundApprovals: AroundDecision;
  readonly aroundKillSwitch: AroundSwitch;
}

/** Decisions about approvals and the kill switch, logged like those of the admin API. */
export const recordsOf = (gateway: AdminPorts['gateway']): RecordedChanges => {
  if (gateway === undefined)
    return {
      aroundApprovals: (_id, _change, _by, act) => act(),
      aroundKillSwitch: (_enabled, _by, act) => act(),
    };
  const [decisions, switches] = [aroundApprovals(gateway), aroundKillSwitch(gateway)];
  return {
    aroundApprovals: (id, change, _by, act) => decisions(id, change, actor, act),
    aroundKillSwitch: (enabled, _by, act) => switches(enabled, actor, act),
  };
};
