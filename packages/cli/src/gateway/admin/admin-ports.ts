// Provides the ports of the admin API on this node.

import type { GatewayApiPorts } from '@claw/admin';
import { checkJwks, createApiKey, requestClientToken } from '@claw/auth';
import { type GatewayState, resolveKey } from '@claw/gateway';
import { dashboardPorts } from '../../commands/dashboard/ports/ports.js';
import type { ErrorOutput } from '../../diagnostics/diagnostics.js';
import type { GatewayMetrics } from '../metrics.js';
import type { GatewayProxies } from '../proxies/gateway-proxies.js';
import { purgeResults } from '../proxies/purgeable-cache.js';
import type { SharedKillSwitch } from '../records/shared-kill-switch.js';
import type { SharedServices } from '../shared-services.js';
import { discoverTools } from '../upstream/discover-tools.js';
import type { AdminLog } from './admin-log.js';
import { banPorts, countBans } from './bans.js';

export interface AdminPortsOptions {
  readonly parts: SharedServices;
  readonly state: GatewayState;
  readonly proxies: GatewayProxies;
  readonly killSwitch: SharedKillSwitch;
  readonly log: AdminLog;
  readonly output: ErrorOutput;
  readonly adminToken: string | undefined;
  readonly notReady: () => string | undefined;
  readonly metrics: GatewayMetrics;
}

export function createAdminPorts(options: AdminPortsOptions): GatewayApiPorts {
  const { parts, state, proxies, killSwitch, log, output } = options;
  const { approvals, auditFolder, readDuration } = dashboardPorts(parts.store);
  const pinOf = (proxyId: string) => {
    const upstream = proxies.get(proxyId)?.handler.upstream;
    const [address] = upstream?.addresses ?? [];
    if (address === undefined || upstream?.resolvedAt === undefined) return undefined;
    return { address, resolvedAt: new Date(upstream.resolvedAt).toISOString() };
  };
  return {
    approvals,
    auditFolder,
    readDuration,
    killSwitch: {
      status: () => killSwitch.status(),
      set: (enabled) => killSwitch.set(enabled, 'admin API'),
    },
    state,
    adminToken: options.adminToken,
    createKey: createApiKey,
    checkJwks,
    testUpstreamJwt: (input) => testUpstreamJwt(parts, input),
    dnsPin: pinOf,
    async resolveNow({ id }) {
      try {
        await proxies.get(id)?.handler.upstream.refreshAddresses();
        await parts.records.table.put('gateway', resolveKey(id), new Date().toISOString());
        const pin = pinOf(id);
        return pin === undefined
          ? { ok: false, problem: 'the address is not allowed' }
          : { ok: true, value: pin };
      } catch (error) {
        return { ok: false, problem: `the host cannot be resolved: ${(error as Error).message}` };
      }
    },
    async discoverTools({ id, url, authType }) {
      const upstream = new URL(url);
      return discoverTools({
        url,
        bearer: authType === 'bearer' ? await state.proxies.authToken(id) : undefined,
        upstream: { addressAllowed: (address) => parts.addresses.allows(upstream, address) },
      });
    },
    purgeCache: (proxyId, tool) => purgeResults(parts.records, proxyId, tool),
    bans: banPorts(parts.store),
    recordChange: (change) => log.record(change),
    notReady: options.notReady,
    async metrics(shown) {
      const { metrics } = options;
      metrics.storeChanged(!parts.health.isLost);
      metrics.streamsCounted(proxies.openStreams());
      // If the store is unavailable, the last known number is used.
      if (!parts.health.isLost)
        await countBans(parts).then(metrics.bansCounted, () => parts.health.noteFailure());
      return metrics.read(shown);
    },
    onError: (error) => output.error(`admin API: ${error.stack ?? error.message}`),
  };
}

const testUpstreamJwt: (
  parts: SharedServices,
  input: Parameters<GatewayApiPorts['testUpstreamJwt']>[0],
) => ReturnType<GatewayApiPorts['testUpstreamJwt']> = async ({ addresses }, input) => {
  try {
    const url = new URL(input.tokenUrl);
    const problem = await addresses.check(input.tokenUrl);
    if (problem !== undefined) return { ok: false, problem: `the token URL ${problem}` };
    const { tokenType, expiresIn } = await requestClientToken(input, {
      addressAllowed: (address) => addresses.allows(url, address),
    });
    return { ok: true, value: { tokenType, expiresIn } };
  } catch (error) {
    return { ok: false, problem: (error as Error).message };
  }
};
