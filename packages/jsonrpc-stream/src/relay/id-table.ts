// The open requests in one direction. The ids of the two directions are independent, so each direction has its own
// table.

import type { MessageId } from '../message/message-id.js';

type Key = MessageId['key'];

/**
 * The number of closed ids that are stored, so that a late response can be distinguished from a response with an
 * unknown id.
 */
const MAX_CLOSED = 1024;

export class IdTable<Value extends object> {
  /**
   * Maps an open id to its value, and a recently closed id to its index in `#closed`. It is created for the first
   * request, because over HTTP most tables have no requests.
   */
  #known: Map<Key, Value | number> | undefined;
  #size = 0;
  /** A ring buffer that grows until it reaches its maximum size, because most conversations close few ids. */
  readonly #closed: Key[] = [];
  #next = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds an open request. Returns false, and changes nothing, if a request with an equal id is still open. */
  add({ key }: MessageId, value: Value): boolean {
    this.#known ??= new Map();
    if (typeof this.#known.get(key) === 'object') return false;
    this.#known.set(key, value);
    this.#size += 1;
    return true;
  }

  /** Returns the value of the open request with this id. */
  get({ key }: MessageId): Value | undefined {
    return openOnly(this.#known?.get(key));
  }

  /**
   * Returns the value of the open request to which a response with this id belongs. Some servers respond with the id
   * `"1"` to the request `1`. The JavaScript SDKs accept that, and any other string that JavaScript converts to the
   * number.
   */
  findForResponse({ key }: MessageId): Value | undefined {
    const exact = this.#known?.get(key);
    return openOnly(exact === undefined ? this.#known?.get(otherSpelling(key)) : exact);
  }

  /** Closes the request with this id and returns its value. */
  close({ key }: MessageId): Value | undefined {
    const value = openOnly(this.#known?.get(key));
    if (this.#known !== undefined && value !== undefined) {
      this.#size -= 1;
      this.#remember(key, this.#known);
    }
    return value;
  }

  /** Returns true if the request to which a response with this id belongs was closed recently. */
  wasClosed({ key }: MessageId): boolean {
    return (
      typeof this.#known?.get(key) === 'number' || typeof this.#known?.get(otherSpelling(key)) === 'number'
    );
  }

  /** Returns the values of all open requests. */
  values(): Value[] {
    return [...(this.#known?.values() ?? [])].filter((value) => typeof value === 'object');
  }

  #remember(key: Key, known: Map<Key, Value | number>): void {
    const oldest = this.#closed[this.#next];
    // The id may have been opened or closed again in the meantime.
    if (oldest !== undefined && known.get(oldest) === this.#next) known.delete(oldest);
    this.#closed[this.#next] = key;
    known.set(key, this.#next);
    this.#next = (this.#next + 1) % MAX_CLOSED;
  }
}

const openOnly = <Value extends object>(known: Value | number | undefined): Value | undefined =>
  typeof known === 'object' ? known : undefined;

const otherSpelling = (key: Key): Key => {
  if (typeof key === 'number') return String(key);
  const number = key.length <= 32 && key.trim() !== '' ? Number(key) : Number.NaN;
  return Number.isNaN(number) ? key : number;
};

/**
 * Returns numbers and short plain ids unchanged. Other ids could contain any text, and the description is written to
 * log files.
 */
export const describeId = (token: string): string =>
  /^(?:-?[\d.e+]{1,24}|"[\da-f-]{1,40}")$/i.test(token) ? token : `a text of ${token.length - 2} characters`;
