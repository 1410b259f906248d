// Builds lines of text as bytes. Members that repeat are stored as bytes and copied, because building and encoding a
// string for each record would take longer than computing its hash.

const ZERO = 0x30;

export class LineBuffer {
  bytes: Buffer;
  /** The number of bytes that are used. */
  filled = 0;
  /** Lines that do not fit into this buffer are stored in a larger one until the next `clear`. */
  readonly #home = Buffer.allocUnsafe(64 * 1024);

  constructor() {
    this.bytes = this.#home;
  }

  /** Discards the content. */
  clear(): void {
    this.bytes = this.#home;
    this.filled = 0;
  }

  /**
   * Returns the bytes that were added since a position, without a copy. The result is a plain view, because creating
   * a Node buffer takes longer.
   */
  from(start: number): Uint8Array {
    return new Uint8Array(this.bytes.buffer, this.bytes.byteOffset + start, this.filled - start);
  }

  /** Adds any text. */
  text(text: string): void {
    // A UTF-16 code unit takes at most three bytes.
    this.#reserve(text.length * 3);
    this.filled += this.bytes.write(text, this.filled, 'utf8');
  }

  copy(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.bytes.set(bytes, this.filled);
    this.filled += bytes.length;
  }

  /** Adds a whole number with a minimum number of digits. */
  number(value: number, digits = 1): void {
    if (!(value >= 0 && value <= 0x7fffffff)) {
      this.text(String(value).padStart(digits, '0'));
      return;
    }
    let count = 1;
    for (let limit = 10; value >= limit; limit *= 10) count += 1;
    count = Math.max(count, digits);
    this.#reserve(count);
    this.filled += count;
    let rest = value;
    for (let at = this.filled - 1; count > 0; at -= 1, count -= 1) {
      const next = Math.floor(rest / 10);
      this.bytes[at] = ZERO + rest - next * 10;
      rest = next;
    }
  }

  #reserve(more: number): void {
    const size = this.filled + more;
    if (size <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(size * 2);
    this.bytes.copy(larger, 0, 0, this.filled);
    this.bytes = larger;
  }
}
