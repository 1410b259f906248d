// The cache of one proxy. Its keys contain the last purge, which all nodes learn from the records.

import type { Cache } from '@claw/pipeline';
import { purgeKey } from '../records/gateway-records.js';
import type { LiveRecords } from '../records/live-records.js';

export function purgeableCache(cache: Cache, records: LiveRecords, proxyId: string): Cache {
  const nameOf = (key: string): string =>
    `${proxyId} ${records.current.texts.get(purgeKey(proxyId)) ?? ''} ${key}`;
  return {
    get: (key) => cache.get(nameOf(key)),
    set: (key, value, milliseconds) => cache.set(nameOf(key), value, milliseconds),
    remove: (key) => cache.remove(nameOf(key)),
    acquireLock: (key, milliseconds) => cache.acquireLock(nameOf(key), milliseconds),
  };
}
