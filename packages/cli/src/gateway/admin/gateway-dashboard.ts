// The dashboard in the process of a gateway: a listener of its own on loopback, never the port of the data plane. It prints no link,
// because what servers print is collected; `clawdefender dashboard` on this machine or an admin token signs in.

import type { GatewayApiPorts } from '@claw/admin';
import { dashboardPorts } from '../../commands/dashboard/ports/ports.js';
import { serveDashboard } from '../../commands/dashboard/start.js';
import type { ErrorOutput } from '../../diagnostics/diagnostics.js';
import type { GatewayParts } from '../parts.js';

export interface GatewayDashboard {
  readonly port: number;
  close(): Promise<void>;
}

/** Undefined when it cannot listen; the reason is on stderr then, and the gateway continues without it. */
export async function startGatewayDashboard(
  port: number,
  {
    parts,
    api,
    origin,
    output,
  }: { parts: GatewayParts; api: GatewayApiPorts; origin: string; output: ErrorOutput },
): Promise<GatewayDashboard | undefined> {
  const { killSwitch } = api;
  const ports = { ...dashboardPorts(parts.store), killSwitch, gateway: { ...api, origin } };
  const started = await serveDashboard(ports, port, output);
  if (started?.isOwn === false)
    output.error(
      `The dashboard cannot listen on port ${port}: another one of this user runs there. Use another port.`,
    );
  return started?.isOwn === true ? started : undefined;
}
