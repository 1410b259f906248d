// `rate_limit`: limits the number of calls of each caller in a time window, and bans callers that continue.

import { normalizeAddress } from '@claw/policy';
import { whenReady } from '../awaitable.js';
import { memoize } from '../memoize.js';
import type { Peers } from '../types.js';
import { appliesToAnySpelling, type RuleType } from './rule.js';

interface RateLimitGuard {
  readonly match_key: 'consumer' | 'api_key' | 'ip';
  readonly threshold: number;
  /** In seconds. */
  readonly timespan: number;
  readonly reset_expire_on_hit?: boolean;
  readonly ban_after_n_exceeded?: number;
  readonly ban_timespan?: number;
  readonly dryrun?: boolean;
}

const SECOND = 1000;

export const rateLimit: RuleType = {
  type: 'rate_limit',
  phase: 'access',
  create(guard, { name, proxyId }) {
    const settings = guard as unknown as RateLimitGuard;
    const { threshold, timespan, ban_after_n_exceeded: after, ban_timespan: banned } = settings;
    const appliesToCall = appliesToAnySpelling(guard);
    const limit = {
      max: threshold,
      windowMs: timespan * SECOND,
      ...(settings.reset_expire_on_hit === true && { restartOnHit: true }),
      ...(after !== undefined && { ban: { after, ms: (banned ?? timespan) * SECOND } }),
    };
    const identityOf = ({ identity, apiKey }: Peers) =>
      settings.match_key === 'api_key' ? (apiKey ?? identity) : identity;
    // The key is encoded as a list, so that a name with a separator cannot produce the key of another rule or caller.
    const keyOf = (caller: string) =>
      `guard ${JSON.stringify(proxyId === undefined ? [name, caller] : [name, caller, proxyId])}`;
    const limitOf = memoize((caller) => ({ ...limit, key: keyOf(caller) }));
    const reason = `more than ${threshold} calls in ${timespan} s`;
    return {
      name: 'guard',
      request(call, { counters, peers }) {
        if (call.direction !== 'client-to-server' || !appliesToCall(call)) return undefined;
        if (counters === undefined) throw new Error('no counters are configured');
        // All anonymous callers share a counter.
        const caller = (settings.match_key === 'ip' ? callerAddress(call.address) : identityOf(peers)) ?? '';
        return whenReady(counters.hit(limitOf(caller)), (retryAfter) => {
          if (retryAfter === undefined) return undefined;
          if (settings.dryrun === true) return { kind: 'note', rule: name, reason };
          return { kind: 'deny', rule: name, reason, retryAfter };
        });
      },
    };
  },
};

/** Normalizes an address. An IPv6 client usually has a whole network, so its calls are counted for the network. */
const callerAddress = (address: string | undefined): string | undefined =>
  address === undefined ? undefined : (normalizeAddress(address, 64) ?? address);
