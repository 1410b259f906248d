// Caches the results of one proxy. Purge marks are stored in the gateway records, which all nodes hold in memory, so
// checking them needs no additional store requests.

import { createHash, randomUUID } from 'node:crypto';
import { type ProxyRecord, purgeKey } from '@claw/gateway';
import { type Cache, isPurgeMark, purgeCache } from '@claw/pipeline';
import type { LiveRecords } from '../records/live-records.js';

export function purgeableCache(
  cache: Cache,
  records: LiveRecords,
  { id, url, createdAt }: Pick<ProxyRecord, 'id' | 'url' | 'createdAt'>,
  onRead: (outcome: 'hit' | 'miss') => void,
): Cache {
  // The origin is part of the key, so that results from another upstream URL, or from a deleted proxy with the same
  // id, are not found.
  const origin = createHash('sha256')
    .update(JSON.stringify([id, createdAt, url]))
    .digest('base64url');
  const nameOf = (key: string): string => `${origin} ${key}`;
  return {
    get(key) {
      if (isPurgeMark(key)) return records.current.texts.get(purgeKey(id, key));
      return countRead(cache.get(nameOf(key)), onRead);
    },
    set: (key, value, milliseconds) => cache.set(nameOf(key), value, milliseconds),
    remove: (key) => cache.remove(nameOf(key)),
    acquireLock: (key, milliseconds) => cache.acquireLock(nameOf(key), milliseconds),
  };
}

type Value = ReturnType<Cache['get']>;

function countRead(read: Value, onRead: (outcome: 'hit' | 'miss') => void): Value {
  const count = (value: string | undefined) => {
    onRead(value === undefined ? 'miss' : 'hit');
    return value;
  };
  return read instanceof Promise ? read.then(count) : count(read as string | undefined);
}

/** Invalidates the cached results of a proxy on all nodes, for one tool or for all tools. */
export const purgeResults = (
  { table }: Pick<LiveRecords, 'table'>,
  id: string,
  tool: string | undefined,
): Promise<void> =>
  purgeCache(
    { set: async (key, stamp) => void (await table.put('gateway', purgeKey(id, key), stamp)) },
    id,
    tool,
    randomUUID(),
  );
