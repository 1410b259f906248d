// A store for one process: tests, embedders, and a proxy that is alone.

import type { Backend, Cell, RateLimit, Space } from './cells.js';
import { type CounterState, countHit, freshCounter } from './count.js';
import { createStore, type Store } from './store.js';

export interface MemoryOptions {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Milliseconds of a clock that is never put back; only differences mean something. */
  readonly ticks?: () => number;
}

/** A store that ends with the process. */
export const openMemoryStore = ({
  now = () => Date.now(),
  ticks = () => performance.now(),
}: MemoryOptions = {}): Store => createStore(new MemoryBackend(now), { now, ticks });

interface Entry {
  readonly value: string;
  readonly expiresAt: number;
}

/** Counters and cells that are over are looked for each time that so many were added. */
const sweepEvery = 1000;

class MemoryBackend implements Backend {
  readonly #now: () => number;
  readonly #cells = new Map<string, Entry>();
  readonly #counters = new Map<string, CounterState>();
  readonly #watchers = new Set<() => void>();
  #writes = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  get(space: Space, key: string): string | undefined {
    const entry = this.#cells.get(`${space} ${key}`);
    return entry !== undefined && entry.expiresAt > this.#now() ? entry.value : undefined;
  }

  list(space: Space, prefix = ''): readonly Cell[] {
    const start = `${space} ${prefix}`;
    return [...this.#cells]
      .filter(([name, { expiresAt }]) => name.startsWith(start) && expiresAt > this.#now())
      .map(([name, { value }]) => ({ key: name.slice(space.length + 1), value }))
      .sort((left, right) => (left.key < right.key ? -1 : 1));
  }

  put(space: Space, key: string, value: string, expiresAt = Number.POSITIVE_INFINITY): void {
    this.#cells.set(`${space} ${key}`, { value, expiresAt });
    this.#sweep();
    this.#tell(space);
  }

  add(space: Space, key: string, value: string, expiresAt?: number): boolean {
    if (this.get(space, key) !== undefined) return false;
    this.put(space, key, value, expiresAt);
    return true;
  }

  replace(space: Space, key: string, expected: string, value: string, expiresAt?: number): boolean {
    if (this.get(space, key) !== expected) return false;
    this.put(space, key, value, expiresAt);
    return true;
  }

  remove(space: Space, key: string): boolean {
    const there = this.get(space, key) !== undefined;
    this.#cells.delete(`${space} ${key}`);
    if (there) this.#tell(space);
    return there;
  }

  watch(act: () => void): () => void {
    const watcher = () => act();
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  hit(limit: RateLimit): number | undefined {
    const { state, wait } = countHit(this.#counters.get(limit.key) ?? freshCounter, limit, this.#now());
    this.#counters.set(limit.key, state);
    this.#sweep();
    return wait;
  }

  close(): void {
    this.#watchers.clear();
  }

  #tell(space: Space): void {
    if (space === 'value') return;
    for (const watcher of this.#watchers) queueMicrotask(watcher);
  }

  #sweep(): void {
    this.#writes++;
    if (this.#writes % sweepEvery !== 0) return;
    const now = this.#now();
    for (const [name, { expiresAt }] of this.#cells) if (expiresAt <= now) this.#cells.delete(name);
    for (const [key, { windowEnd, bannedUntil }] of this.#counters)
      if (windowEnd <= now && bannedUntil <= now) this.#counters.delete(key);
  }
}
