// `static_cache`: reuses results for the same tool, arguments, caller and policy. While a call is running, other
// calls with the same key wait for its result, even on other nodes.

import { isRecord } from '@claw/jsonrpc-stream';
import { whenReady } from '../awaitable.js';
import { hasExactNumbers } from '../text/exact-numbers.js';
import type { Context, Reply, SentRequest, ServerNotification, Verdict } from '../types.js';
import { createCacheKeys, isCacheable } from './cache-keys.js';
import { appliesTo, type RuleType } from './rule.js';
import { type Lead, SingleFlight } from './single-flight.js';

interface CacheGuard {
  /** In seconds. */
  readonly cache_ttl: number;
  readonly max_entries?: number;
  readonly shared?: boolean;
}

const SECOND = 1000;
const MAX_ENTRIES = 1000;
const LARGEST = 1024 * 1024;

export const staticCache: RuleType = {
  type: 'static_cache',
  phase: 'answer',
  create(guard, { name }, parts) {
    const { cache_ttl: seconds, max_entries: most = MAX_ENTRIES, shared } = guard as unknown as CacheGuard;
    const appliesToCall = appliesTo(guard);
    const keyOf = createCacheKeys(name, shared === true, parts);
    const flights = new SingleFlight();
    /** The running calls by their params object, which is the same in a call and in its stored form. */
    const leads = new WeakMap<SentRequest['params'], Lead>();
    const stored = new Set<string>();

    const finish = (params: SentRequest['params'], text: string | undefined) => {
      leads.get(params)?.finish(text);
      leads.delete(params);
    };

    const store = async (key: string, text: string, { cache }: Context) => {
      await cache?.set(key, text, seconds * SECOND);
      stored.delete(key);
      stored.add(key);
      for (const oldest of stored) {
        if (stored.size <= most) break;
        stored.delete(oldest);
        await cache?.remove(oldest);
      }
    };

    return {
      name: 'guard',
      request(call, context) {
        if (call.direction !== 'client-to-server' || !appliesToCall(call) || !isCacheable(call))
          return undefined;
        const { cache, clock } = context;
        if (cache === undefined) throw new Error('no cache is configured');
        return whenReady(keyOf(call, context), (key) =>
          whenReady(flights.join(key, cache, clock), (joined): Verdict | undefined => {
            if (typeof joined === 'string')
              return {
                kind: 'answer',
                rule: name,
                reason: 'returned a cached result',
                result: JSON.parse(joined),
                isOfServer: true,
              };
            if (joined !== undefined) leads.set(call.params, joined);
            return undefined;
          }),
        );
      },
      onAbandoned: ({ params }) => finish(params, undefined),
      onDelivered(reply, verdicts, context) {
        const { origin } = reply;
        const lead = origin && leads.get(origin.params);
        if (origin === undefined || lead === undefined || !('request' in reply)) return;
        const text = resultText(reply, verdicts);
        if (text === undefined) return finish(origin.params, undefined);
        // A result that cannot be stored is still delivered. The lock is removed last, so that other calls always
        // find either the lock or the result.
        store(lead.key, text, context)
          .catch(() => {})
          .finally(() => finish(origin.params, text));
      },
    };
  },
};

/**
 * Returns the result as text if it can be cached: it is complete, is not an error, was not changed by the firewall,
 * and is exact when parsed.
 */
function resultText(reply: Reply | ServerNotification, verdicts: readonly Verdict[]): string | undefined {
  const { message } = reply;
  if (verdicts.some(({ kind }) => kind === 'rewrite') || message.bytes.length > LARGEST) return undefined;
  const { result } = message.value as { result?: unknown };
  if (!isRecord(result) || result['isError'] === true || result['task'] !== undefined) return undefined;
  if (![undefined, 'complete'].includes(result['resultType'] as string | undefined)) return undefined;
  return hasExactNumbers(message.bytes) ? JSON.stringify(result) : undefined;
}
