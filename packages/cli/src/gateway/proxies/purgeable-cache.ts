// The cache of one proxy. Its keys contain the last purge, which all nodes learn from the records.

import type { Cache } from '@claw/pipeline';
import { purgeKey } from '../records/gateway-records.js';
import type { LiveRecords } from '../records/live-records.js';

export function purgeableCache(
  cache: Cache,
  records: LiveRecords,
  proxyId: string,
  onRead: (outcome: 'hit' | 'miss') => void,
): Cache {
  const nameOf = (key: string): string =>
    `${proxyId} ${records.current.texts.get(purgeKey(proxyId)) ?? ''} ${key}`;
  return {
    async get(key) {
      const value = await cache.get(nameOf(key));
      onRead(value === undefined ? 'miss' : 'hit');
      return value;
    },
    set: (key, value, milliseconds) => cache.set(nameOf(key), value, milliseconds),
    remove: (key) => cache.remove(nameOf(key)),
    acquireLock: (key, milliseconds) => cache.acquireLock(nameOf(key), milliseconds),
  };
}
