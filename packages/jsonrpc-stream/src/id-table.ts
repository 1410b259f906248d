// The requests of one direction that have no answer yet. Ids of the two directions have nothing to do with each
// other, so each direction has a table of its own.

import type { MessageId } from './message-id.js';

type Key = MessageId['key'];

/** How many answered ids are remembered, to tell a late answer from one that nobody asked for. */
const REMEMBERED = 1024;

export class IdTable<Value> {
  readonly #open = new Map<Key, Value>();
  /** Ids that were closed not long ago, with their place in the order of closing. Many conversations have none. */
  #closed: Map<Key, number> | undefined;
  /** Grows as it fills: most tables of short conversations never close many ids. */
  readonly #order: Key[] = [];
  #next = 0;

  get size(): number {
    return this.#open.size;
  }

  /** False when a request with an equal id is still open: then nothing is changed. */
  add(id: MessageId, value: Value): boolean {
    if (this.#open.has(id.key)) return false;
    this.#open.set(id.key, value);
    this.#closed?.delete(id.key);
    return true;
  }

  /** What is kept for the open request with this id. */
  get(id: MessageId): Value | undefined {
    return this.#open.get(id.key);
  }

  /**
   * What is kept for the open request that an answer with this id belongs to. Some servers answer `"1"` to a
   * request `1`; the JavaScript SDKs take that, and every other string that is a number to JavaScript.
   */
  find({ key }: MessageId): Value | undefined {
    const exact = this.#open.get(key);
    if (exact !== undefined || this.#closed?.has(key) === true) return exact;
    return this.#open.get(otherSpelling(key));
  }

  /** Ends the request with this id and returns what was kept for it. */
  close({ key }: MessageId): Value | undefined {
    const value = this.#open.get(key);
    if (value !== undefined) {
      this.#open.delete(key);
      this.#remember(key);
    }
    return value;
  }

  /** True when the request that an answer with this id belongs to was closed not long ago. */
  wasClosed({ key }: MessageId): boolean {
    return this.#closed?.has(key) === true || this.#closed?.has(otherSpelling(key)) === true;
  }

  /** Everything that is still open. */
  values(): Value[] {
    return [...this.#open.values()];
  }

  #remember(key: Key): void {
    this.#closed ??= new Map();
    const oldest = this.#order[this.#next];
    if (oldest !== undefined && this.#closed.get(oldest) === this.#next) this.#closed.delete(oldest);
    this.#order[this.#next] = key;
    this.#closed.set(key, this.#next);
    this.#next = (this.#next + 1) % REMEMBERED;
  }
}

const otherSpelling = (key: Key): Key => {
  if (typeof key === 'number') return String(key);
  const number = key.length <= 32 && key.trim() !== '' ? Number(key) : Number.NaN;
  return Number.isNaN(number) ? key : number;
};
