// The bans of all nodes, as the rules of this program name their counters.

import type { BanView, GatewayApiPorts } from '@claw/admin';
import type { Store } from '@claw/store';

/** The counters of `rate_limit` rules: rule, caller and, for the rules of a proxy, its id. */
const prefix = 'guard ';

export const banPorts = ({ bans }: Store): GatewayApiPorts['bans'] => ({
  list: async () => (await bans.listBans()).flatMap(({ key, until }) => viewBan(key, until)),
  async lift(id) {
    const key = Buffer.from(id, 'base64url').toString();
    // Only what the list shows: other counters are nobody's business here.
    const isBanned = (await bans.listBans()).some((ban) => ban.key === key);
    return isBanned && bans.liftBan(key);
  },
});

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
