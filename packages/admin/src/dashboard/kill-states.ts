// Returns the state of the kill switch for each proxy: the audit log shows whether a proxy has denied calls because
// of the switch.

import { queryAuditPage } from '@claw/audit';
import type { AdminPorts } from './ports.js';

/** The maximum number of denials that are read to find the last one of each proxy. */
const maxDenials = 200;

export const withProxies = ({
  killSwitch,
  proxies,
  auditFolder,
}: Pick<AdminPorts, 'killSwitch' | 'proxies' | 'auditFolder'>): AdminPorts['killSwitch'] => ({
  set: (enabled) => killSwitch.set(enabled),
  async status() {
    const status = await killSwitch.status();
    const denials = status.enabled ? await lastDenials(auditFolder, status) : undefined;
    const states = (await proxies()).map((proxy) => ({
      ...proxy,
      lastDenied: denials?.get(proxy.session) ?? null,
    }));
    return { ...status, proxies: states };
  },
});

/** Returns the time of the last denial in each session since the switch was turned on. */
async function lastDenials(auditFolder: string, status: object): Promise<ReadonlyMap<string, string>> {
  const { since } = status as { readonly since?: unknown };
  const time = typeof since === 'string' ? Date.parse(since) : Number.NaN;
  const filter = { rule: 'kill_switch', decision: 'deny', since: Number.isNaN(time) ? undefined : time };
  const { lines } = await queryAuditPage(auditFolder, filter, { limit: maxDenials });
  const records = lines.map((line) => JSON.parse(line) as { session: string; time: string });
  // The records are sorted newest first, so they are reversed: the last one of each session remains in the map.
  return new Map(records.reverse().map(({ session, time: at }) => [session, at]));
}
