// A store in the memory of one process, for tests, embedding programs, and proxies that share no state.

import type { Limit } from '@claw/pipeline';
import { type CounterState, countHit, newCounter } from './count-hit.js';
import type { Backend, Ban, KeyValueEntry, Namespace } from './key-value-table.js';
import { createStore, type Store } from './store.js';

export interface MemoryOptions {
  /** Returns the milliseconds since 1970. */
  readonly now?: () => number;
  /** Returns the milliseconds of a clock that never goes back; only differences are used. */
  readonly monotonicNow?: () => number;
}

/** Opens a store that exists only in this process. */
export const openMemoryStore = ({
  now = () => Date.now(),
  monotonicNow = () => performance.now(),
}: MemoryOptions = {}): Store => createStore(new MemoryBackend(now), { now, monotonicNow });

interface StoredValue {
  readonly value: string;
  readonly expiresAt: number;
}

/** The number of writes after which expired entries and counters are deleted. */
const writesPerSweep = 1000;

class MemoryBackend implements Backend {
  readonly #now: () => number;
  readonly #entries = new Map<string, StoredValue>();
  readonly #counters = new Map<string, CounterState>();
  readonly #watchers = new Set<() => void>();
  #writes = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  get(namespace: Namespace, key: string): string | undefined {
    const stored = this.#entries.get(`${namespace} ${key}`);
    return stored !== undefined && stored.expiresAt > this.#now() ? stored.value : undefined;
  }

  list(namespace: Namespace, prefix = ''): readonly KeyValueEntry[] {
    const start = `${namespace} ${prefix}`;
    return [...this.#entries]
      .filter(([name, { expiresAt }]) => name.startsWith(start) && expiresAt > this.#now())
      .map(([name, { value }]) => ({ key: name.slice(namespace.length + 1), value }))
      .sort((left, right) => (left.key < right.key ? -1 : 1));
  }

  put(namespace: Namespace, key: string, value: string, expiresAt = Number.POSITIVE_INFINITY): void {
    this.#entries.set(`${namespace} ${key}`, { value, expiresAt });
    this.#sweep();
    this.#notify(namespace);
  }

  add(namespace: Namespace, key: string, value: string, expiresAt?: number): boolean {
    if (this.get(namespace, key) !== undefined) return false;
    this.put(namespace, key, value, expiresAt);
    return true;
  }

  replace(namespace: Namespace, key: string, expected: string, value: string, expiresAt?: number): boolean {
    if (this.get(namespace, key) !== expected) return false;
    this.put(namespace, key, value, expiresAt);
    return true;
  }

  remove(namespace: Namespace, key: string): boolean {
    const existed = this.get(namespace, key) !== undefined;
    this.#entries.delete(`${namespace} ${key}`);
    if (existed) this.#notify(namespace);
    return existed;
  }

  watch(onChange: () => void): () => void {
    const watcher = () => onChange();
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  hit(limit: Limit): number | undefined {
    const { state, retryAfter } = countHit(this.#counters.get(limit.key) ?? newCounter, limit, this.#now());
    this.#counters.set(limit.key, state);
    this.#sweep();
    return retryAfter;
  }

  listBans(): readonly Ban[] {
    const now = this.#now();
    return [...this.#counters]
      .filter(([, { bannedUntil }]) => bannedUntil > now)
      .map(([key, { bannedUntil }]) => ({ key, until: bannedUntil }))
      .sort((left, right) => right.until - left.until);
  }

  liftBan(key: string): boolean {
    return this.#counters.delete(key);
  }

  close(): void {
    this.#watchers.clear();
  }

  #notify(namespace: Namespace): void {
    if (namespace === 'cache') return;
    for (const watcher of this.#watchers) queueMicrotask(watcher);
  }

  #sweep(): void {
    this.#writes++;
    if (this.#writes % writesPerSweep !== 0) return;
    const now = this.#now();
    for (const [name, { expiresAt }] of this.#entries) if (expiresAt <= now) this.#entries.delete(name);
    for (const [key, { windowEnd, bannedUntil }] of this.#counters)
      if (windowEnd <= now && bannedUntil <= now) this.#counters.delete(key);
  }
}
