// The public names of the package.

export type { SharedCache } from './cache.js';
export type { Ban, Bans, KeyValueEntry, KeyValueTable, Namespace } from './key-value-table.js';
export { StoreError } from './key-value-table.js';
export type { MemoryOptions } from './memory-store.js';
export { openMemoryStore } from './memory-store.js';
export type { RedisOptions } from './redis/redis-store.js';
export { openRedisStore } from './redis/redis-store.js';
export type { Secrets } from './secrets.js';
export { readSecretKey } from './secrets.js';
export type { SqliteOptions } from './sqlite/sqlite-store.js';
export { openSqliteStore } from './sqlite/sqlite-store.js';
export type { Store } from './store.js';
export type { PinState, ToolPins } from './tool-pins.js';
