// Small cached values with an expiry, and the right to do something alone.

import type { Awaitable, Cells } from './cells.js';

/** A cache that all processes share. */
export interface Values {
  get(name: string): Awaitable<string | undefined>;
  set(name: string, value: string, milliseconds: number): Awaitable<void>;
  remove(name: string): Awaitable<boolean>;
  /** True for one of all who ask at once, until the time is over or it is removed. */
  claim(name: string, milliseconds: number): Awaitable<boolean>;
}

export const createValues = (cells: Cells): Values => ({
  get: (name) => cells.get('value', name),
  set: (name, value, milliseconds) => cells.put('value', name, value, Date.now() + milliseconds),
  remove: (name) => cells.remove('value', name),
  claim: (name, milliseconds) => cells.add('value', name, 'claimed', Date.now() + milliseconds),
});
