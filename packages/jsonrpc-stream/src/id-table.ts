// The requests of one direction that have no answer yet. Ids of the two directions have nothing to do with each
// other, so each direction has a table of its own.

import type { MessageId } from './message-id.js';

type Key = MessageId['key'];

/** How many answered ids are remembered, to tell a late answer from one that nobody asked for. */
const REMEMBERED = 1024;

export class IdTable<Value> {
  readonly #open = new Map<Key, Value>();
  readonly #settled = new Set<Key>();
  readonly #order: (Key | undefined)[] = new Array(REMEMBERED);
  #next = 0;

  get size(): number {
    return this.#open.size;
  }

  /** False when a request with an equal id is still open: then nothing is changed. */
  add(id: MessageId, value: Value): boolean {
    if (this.#open.has(id.key)) return false;
    this.#open.set(id.key, value);
    this.#settled.delete(id.key);
    return true;
  }

  /** What is kept for the open request with this id. */
  get(id: MessageId): Value | undefined {
    const key = this.#find(id);
    return key === undefined ? undefined : this.#open.get(key);
  }

  /** Ends the request with this id and returns what was kept for it. */
  settle(id: MessageId): Value | undefined {
    const key = this.#find(id);
    if (key === undefined) return undefined;
    const value = this.#open.get(key);
    this.#open.delete(key);
    this.#remember(key);
    return value;
  }

  /** True when the request with this id was settled not long ago. */
  wasSettled(id: MessageId): boolean {
    return this.#settled.has(id.key) || this.#settled.has(otherSpelling(id.key));
  }

  /** Takes out everything that is still open. */
  drain(): Value[] {
    const values = [...this.#open.values()];
    for (const key of this.#open.keys()) this.#remember(key);
    this.#open.clear();
    return values;
  }

  // Some servers answer `"1"` to a request `1`, and the JavaScript SDKs take it.
  #find({ key }: MessageId): Key | undefined {
    if (this.#open.has(key)) return key;
    const other = otherSpelling(key);
    return this.#open.has(other) ? other : undefined;
  }

  #remember(key: Key): void {
    const oldest = this.#order[this.#next];
    if (oldest !== undefined) this.#settled.delete(oldest);
    this.#order[this.#next] = key;
    this.#next = (this.#next + 1) % REMEMBERED;
    this.#settled.add(key);
  }
}

const otherSpelling = (key: Key): Key => {
  if (typeof key === 'number') return String(key);
  return /^-?\d{1,15}$/.test(key) ? Number(key) : key;
};
