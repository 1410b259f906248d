// What a store offers, made once from cells and counters: every implementation behaves alike because only those differ.

import type { Awaitable, Backend, BanningCounters, Cells } from './cells.js';
import { createPins, type KeptPins } from './pins.js';
import { createSecrets, type Secrets } from './secrets.js';
import { type Clocks, createValues, type Values } from './values.js';

/** What the processes of a firewall share. */
export interface Store {
  readonly cells: Cells;
  readonly counters: BanningCounters;
  readonly pins: KeptPins;
  readonly values: Values;
  /** Secrets that are sealed with this key; see `readSecretKey`. */
  secrets(key: Uint8Array): Secrets;
  close(): Awaitable<void>;
}

export const createStore = (backend: Backend, clocks: Clocks = {}): Store => ({
  cells: backend,
  counters: backend,
  pins: createPins(backend),
  values: createValues(backend, clocks),
  secrets: (key) => createSecrets(backend, key),
  close: () => backend.close(),
});
