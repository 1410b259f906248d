// The requests of one direction that have no answer yet. Ids of the two directions have nothing to do with each
// other, so each direction has a table of its own.

import type { MessageId } from './message-id.js';

type Key = MessageId['key'];

/** How many answered ids are remembered, to tell a late answer from one that nobody asked for. */
const REMEMBERED = 1024;

export class IdTable<Value extends object> {
  /** What is kept for open ids; for those that were closed not long ago their place in the order of closing. */
  readonly #known = new Map<Key, Value | number>();
  #size = 0;
  /** Grows as it fills: most tables of short conversations never close many ids. */
  readonly #order: Key[] = [];
  #next = 0;

  get size(): number {
    return this.#size;
  }

  /** False when a request with an equal id is still open: then nothing is changed. */
  add({ key }: MessageId, value: Value): boolean {
    if (typeof this.#known.get(key) === 'object') return false;
    this.#known.set(key, value);
    this.#size += 1;
    return true;
  }

  /** What is kept for the open request with this id. */
  get({ key }: MessageId): Value | undefined {
    return openOnly(this.#known.get(key));
  }

  /**
   * What is kept for the open request that an answer with this id belongs to. Some servers answer `"1"` to a
   * request `1`; the JavaScript SDKs take that, and every other string that is a number to JavaScript.
   */
  find({ key }: MessageId): Value | undefined {
    const exact = this.#known.get(key);
    return openOnly(exact === undefined ? this.#known.get(otherSpelling(key)) : exact);
  }

  /** Ends the request with this id and returns what was kept for it. */
  close({ key }: MessageId): Value | undefined {
    const value = openOnly(this.#known.get(key));
    if (value !== undefined) {
      this.#size -= 1;
      this.#remember(key);
    }
    return value;
  }

  /** True when the request that an answer with this id belongs to was closed not long ago. */
  wasClosed({ key }: MessageId): boolean {
    return (
      typeof this.#known.get(key) === 'number' || typeof this.#known.get(otherSpelling(key)) === 'number'
    );
  }

  /** Everything that is still open. */
  values(): Value[] {
    return [...this.#known.values()].filter((value) => typeof value === 'object');
  }

  #remember(key: Key): void {
    const oldest = this.#order[this.#next];
    // It may be open again, or have been closed again since.
    if (oldest !== undefined && this.#known.get(oldest) === this.#next) this.#known.delete(oldest);
    this.#order[this.#next] = key;
    this.#known.set(key, this.#next);
    this.#next = (this.#next + 1) % REMEMBERED;
  }
}

const openOnly = <Value extends object>(known: Value | number | undefined): Value | undefined =>
  typeof known === 'object' ? known : undefined;

const otherSpelling = (key: Key): Key => {
  if (typeof key === 'number') return String(key);
  const number = key.length <= 32 && key.trim() !== '' ? Number(key) : Number.NaN;
  return Number.isNaN(number) ? key : number;
};
