// Lists and lifts the bans of all nodes. A ban is identified by the name of its counter.

import type { BanView, GatewayApiPorts } from '@claw/admin';
import type { Store } from '@claw/store';
import type { SharedServices } from '../shared-services.js';

/**
 * The prefix of the counters of `rate_limit` rules. It is followed by rule, caller and, for rules of a proxy, the id of
 * the proxy.
 */
const prefix = 'guard ';

export const banPorts = ({ bans }: Store): GatewayApiPorts['bans'] => ({
  list: async () => (await bans.listBans()).flatMap(({ key, until }) => viewBan(key, until)),
  async lift(id) {
    const key = Buffer.from(id, 'base64url').toString();
    // Only bans in the list can be lifted; other counters must not be deleted.
    const isBanned = (await bans.listBans()).some((ban) => ban.key === key);
    return isBanned && bans.liftBan(key);
  },
});

/** Returns the number of current bans by proxy; bans by rules of the policy are counted under `*`. */
export async function countBans({
  store,
  records,
}: Pick<SharedServices, 'store' | 'records'>): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { proxyId } of await banPorts(store).list()) {
    const name = proxyId === null ? '*' : (records.current.proxies.get(proxyId)?.name ?? '*');
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function viewBan(key: string, until: number): readonly BanView[] {
  if (!key.startsWith(prefix)) return [];
  try {
    const [rule, caller, proxyId = null] = JSON.parse(key.slice(prefix.length)) as [string, string, string?];
    const id = Buffer.from(key).toString('base64url');
    return [{ id, rule, caller, proxyId, until: new Date(until).toISOString() }];
  } catch {
    return [];
  }
}
