// The kill switch with the state of every proxy: the audit log shows whether a proxy has denied calls because
// of it.

import { queryAuditPage } from '@claw/audit';
import type { AdminPorts } from './ports.js';

/** The maximum number of denials that are read; more are not needed to find the last one of each proxy. */
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

/** The time of the last denial of each session since the switch was turned on. */
async function lastDenials(auditFolder: string, status: object): Promise<ReadonlyMap<string, string>> {
  const { since } = status as { readonly since?: unknown };
  const time = typeof since === 'string' ? Date.parse(since) : Number.NaN;
  const filter = { rule: 'kill_switch', decision: 'deny', since: Number.isNaN(time) ? undefined : time };
  const { lines } = await queryAuditPage(auditFolder, filter, { limit: maxDenials });
  const records = lines.map((line) => JSON.parse(line) as { session: string; time: string });
  // They are sorted newest first, and the last one of a session stays.
  return new Map(records.reverse().map(({ session, time: at }) => [session, at]));
}
