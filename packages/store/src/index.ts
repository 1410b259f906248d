// The public names of the package, all of them.

export type { BanningCounters, Cell, Cells, RateLimit, Space } from './cells.js';
export { StoreError } from './cells.js';
export type { MemoryOptions } from './memory.js';
export { openMemoryStore } from './memory.js';
export type { KeptPins, PinState } from './pins.js';
export type { RedisOptions } from './redis.js';
export { openRedisStore } from './redis.js';
export type { Secrets } from './secrets.js';
export { readSecretKey } from './secrets.js';
export type { SqliteOptions } from './sqlite.js';
export { openSqliteStore } from './sqlite.js';
export type { Store } from './store.js';
export type { Values } from './values.js';
