// Collects chunks. Large chunks are stored unchanged. Small chunks are joined, so that ten million chunks of one byte
// take ten megabytes and not ten million objects.

const SMALL = 4096;
const FIRST_GATHER = 4096;
const MAX_GATHER = 65_536;

export class ChunkBuffer {
  #whole: Uint8Array[] = [];
  #gather: Uint8Array = NOTHING;
  #gathered = 0;

  get isEmpty(): boolean {
    return this.#whole.length === 0 && this.#gathered === 0;
  }

  /** Adds the bytes from `start` to `end`. They must not be changed afterwards. */
  add(bytes: Uint8Array, start: number, end: number): void {
    if (end - start >= SMALL) {
      this.#endGather();
      this.#whole.push(bytes.subarray(start, end));
      return;
    }
    if (this.#gathered + end - start > this.#gather.length) this.#growGather();
    this.#gather.set(bytes.subarray(start, end), this.#gathered);
    this.#gathered += end - start;
  }

  /** Returns all pieces in order and empties the buffer. */
  takeChunks(): Uint8Array[] {
    this.#endGather();
    const pieces = this.#whole;
    this.#whole = [];
    return pieces;
  }

  clear(): void {
    if (this.isEmpty) return;
    this.#whole = [];
    this.#gather = NOTHING;
    this.#gathered = 0;
  }

  #growGather(): void {
    const size = this.#gather.length;
    if (size >= MAX_GATHER) {
      this.#endGather();
      this.#gather = new Uint8Array(MAX_GATHER);
      return;
    }
    const larger = new Uint8Array(Math.max(FIRST_GATHER, size * 2));
    larger.set(this.#gather.subarray(0, this.#gathered));
    this.#gather = larger;
  }

  #endGather(): void {
    if (this.#gathered > 0) this.#whole.push(this.#gather.subarray(0, this.#gathered));
    this.#gather = NOTHING;
    this.#gathered = 0;
  }
}

const NOTHING = new Uint8Array(0);
