// Creates the cache keys of `static_cache`, and invalidates all results of a proxy at once.

import { type Awaitable, isRecord } from '@claw/jsonrpc-stream';
import { canonicalJson } from '../approvals/approval-request.js';
import { allReady, whenReady } from '../awaitable.js';
import type { Cache } from '../ports.js';
import { hasExactNumbers } from '../text/exact-numbers.js';
import type { Call, Context } from '../types.js';
import type { RuleParts } from './rule.js';

/** The lifetime of a purge mark, which is longer than that of any result. */
const PURGE_MS = 366 * 24 * 60 * 60 * 1000;

/**
 * Returns true for calls whose result depends only on tool, arguments and metadata. Retries with input, tasks and
 * batches are excluded.
 */
export function isCacheable({ tool, params, message, event }: Call): boolean {
  if (tool === undefined || message.kind !== 'request' || message.batched) return false;
  if (event.extraMembers !== undefined) return false;
  if (Object.keys(params).some((member) => !KNOWN_MEMBERS.has(member))) return false;
  return hasExactNumbers(message.bytes);
}

/** The params that a cached call may have. Other params could affect the result. */
const KNOWN_MEMBERS: ReadonlySet<string> = new Set(['name', 'arguments', '_meta']);

/** Metadata that differs between otherwise equal calls. */
const PER_CALL: ReadonlySet<string> = new Set(['progressToken', 'traceparent', 'tracestate', 'baggage']);

/** Creates the keys of calls. A key includes the policy, because another policy may allow other results. */
export function createCacheKeys(
  name: string,
  isShared: boolean,
  { policy, proxy, digest }: RuleParts,
): (call: Call, context: Context) => Awaitable<string> {
  const underPolicy = digest(
    JSON.stringify([policy.default, policy.rules, policy.settings, proxy?.id, proxy?.rules]),
  );
  return ({ tool = '', params }, { peers, cache }) => {
    const scope = proxy?.id ?? peers.server;
    const caller = isShared ? '' : (peers.identity ?? '');
    const generations = [cache?.get(purgeKey(scope, undefined)), cache?.get(purgeKey(scope, tool))];
    return whenReady(allReady(generations), (purged) => {
      const parts = [
        name,
        underPolicy,
        scope,
        tool,
        caller,
        purged,
        params['arguments'] ?? {},
        metaOf(params),
      ];
      return `cache ${digest(canonicalJson(parts))}`;
    });
  };
}

function metaOf(params: Readonly<Record<string, unknown>>): unknown {
  const meta = params['_meta'];
  if (!isRecord(meta)) return meta ?? {};
  return Object.fromEntries(Object.entries(meta).filter(([key]) => !PER_CALL.has(key)));
}

const purgeKey = (scope: string, tool: string | undefined): string =>
  `${PURGE_MARK}${JSON.stringify(tool === undefined ? [scope] : [scope, tool])}`;

const PURGE_MARK = 'purged ';

/**
 * Returns true if a cache entry is a purge mark. Each cached call reads two purge marks, so a cache may store them
 * for faster access than results.
 */
export const isPurgeMark = (key: string): boolean => key.startsWith(PURGE_MARK);

/**
 * Invalidates the cached results of a proxy, for one tool or for all tools; results of running calls are not stored.
 * `id` is the id of the proxy, or over stdio the name of the server. `stamp` must be unique for each purge.
 */
export async function purgeCache(
  cache: Pick<Cache, 'set'>,
  id: string,
  tool: string | undefined,
  stamp: string,
): Promise<void> {
  await cache.set(purgeKey(id, tool), stamp, PURGE_MS);
}
