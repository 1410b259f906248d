// The bans of all nodes, identified by the counter names of this program.

import type { BanView, GatewayApiPorts } from '@claw/admin';
import type { Store } from '@claw/store';
import type { SharedServices } from '../shared-services.js';

/** The counters of `rate_limit` rules: rule, caller and, for the rules of a proxy, its id. */
const prefix = 'guard ';

export const banPorts = ({ bans }: Store): GatewayApiPorts['bans'] => ({
  list: async () => (await bans.listBans()).flatMap(({ key, until }) => viewBan(key, until)),
  async lift(id) {
    const key = Buffer.from(id, 'base64url').toString();
    // Only bans in the list can be lifted, not other counters.
    const isBanned = (await bans.listBans()).some((ban) => ban.key === key);
    return isBanned && bans.liftBan(key);
  },
});

/** The number of current bans by proxy, or under `*` for rules of the policy. */
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
