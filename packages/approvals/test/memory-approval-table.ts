// A table in memory, for the tests of this package. (The real stores have their own contract tests.)

import type { ApprovalTable } from '../src/index.js';

export class MemoryApprovalTable implements ApprovalTable {
  readonly #cells = new Map<string, { value: string; expiresAt: number }>();
  readonly #watchers = new Set<() => void>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  get(space: string, key: string): string | undefined {
    const cell = this.#cells.get(`${space} ${key}`);
    return cell !== undefined && cell.expiresAt > this.#now() ? cell.value : undefined;
  }

  list(space: string, prefix = '') {
    const start = `${space} `;
    return [...this.#cells.keys()]
      .filter((name) => name.startsWith(start + prefix))
      .map((name) => name.slice(start.length))
      .flatMap((key) => {
        const value = this.get(space, key);
        return value === undefined ? [] : [{ key, value }];
      });
  }

  put(space: string, key: string, value: string, expiresAt = Number.POSITIVE_INFINITY): void {
    this.#cells.set(`${space} ${key}`, { value, expiresAt });
    for (const watcher of this.#watchers) queueMicrotask(watcher);
  }

  add(space: string, key: string, value: string, expiresAt?: number): boolean {
    if (this.get(space, key) !== undefined) return false;
    this.put(space, key, value, expiresAt);
    return true;
  }

  replace(space: string, key: string, expected: string, value: string, expiresAt?: number): boolean {
    if (this.get(space, key) !== expected) return false;
    this.put(space, key, value, expiresAt);
    return true;
  }

  remove(space: string, key: string): boolean {
    const there = this.get(space, key) !== undefined;
    this.#cells.delete(`${space} ${key}`);
    return there;
  }

  watch(act: () => void): () => void {
    this.#watchers.add(act);
    return () => this.#watchers.delete(act);
  }
}
