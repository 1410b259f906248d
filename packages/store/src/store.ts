// Creates a store from a backend. Only the backends differ; tool pins, cache and secrets work in the same way in all
// stores.

import type { Counters, States } from '@claw/pipeline';
import { type Clocks, createSharedCache, type SharedCache } from './cache.js';
import type { Awaitable, Backend, Bans, KeyValueTable } from './key-value-table.js';
import { createSecrets, type Secrets } from './secrets.js';
import { createStates } from './states.js';
import { createToolPins, type ToolPins } from './tool-pins.js';

/** The state that the processes of a firewall share. */
export interface Store {
  readonly table: KeyValueTable;
  /** The counters for rate limits, including bans. */
  readonly counters: Counters;
  readonly bans: Bans;
  readonly pins: ToolPins;
  readonly cache: SharedCache;
  /** The states of `lambda` functions. */
  readonly states: States;
  /**
   * Returns the secrets that are encrypted with this key; see `readSecretKey`. `others` are further keys for
   * decryption during a key rotation.
   */
  secrets(key: Uint8Array, others?: readonly Uint8Array[]): Secrets;
  close(): Awaitable<void>;
}

export const createStore = (backend: Backend, clocks: Clocks = {}): Store => ({
  table: backend,
  counters: backend,
  bans: backend,
  pins: createToolPins(backend),
  cache: createSharedCache(backend, clocks),
  states: createStates(backend, clocks.now ?? Date.now),
  secrets: (key, others) => createSecrets(backend, key, others),
  close: () => backend.close(),
});
