// Starts the dashboard of a gateway as a separate listener on loopback, never on the port of the data plane. It prints
// no link, because server output is usually collected; users sign in with `clawdefender dashboard` on this machine or
// with an admin token.

import type { GatewayApiPorts } from '@claw/admin';
import { dashboardPorts } from '../../commands/dashboard/ports/ports.js';
import { serveDashboard } from '../../commands/dashboard/start.js';
import type { ErrorOutput } from '../../diagnostics/diagnostics.js';
import type { SharedServices } from '../shared-services.js';

export interface GatewayDashboard {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Starts the dashboard. Returns undefined if it cannot listen; the reason is printed on stderr, and the gateway
 * continues without a dashboard.
 */
export async function startGatewayDashboard(
  port: number,
  {
    parts,
    api,
    origin,
    output,
  }: { parts: SharedServices; api: GatewayApiPorts; origin: string; output: ErrorOutput },
): Promise<GatewayDashboard | undefined> {
  const { killSwitch } = api;
  const ports = { ...dashboardPorts(parts.store), killSwitch, gateway: { ...api, origin } };
  const started = await serveDashboard(ports, port, output, '--dashboard');
  if (started?.isOwn === false)
    output.error(
      `The dashboard cannot listen on port ${port}: another dashboard of this user uses it. Use another port.`,
    );
  return started?.isOwn === true ? started : undefined;
}
