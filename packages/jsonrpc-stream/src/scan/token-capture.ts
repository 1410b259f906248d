// Holds on to the bytes of one token while it goes by. Most tokens lie in one chunk and are never copied; only
// what the end of a chunk cuts off has to be kept.

import { ChunkBuffer } from '../bytes/chunk-buffer.js';
import { joinBytes } from '../bytes/join-bytes.js';

export class TokenCapture {
  active = false;
  #start = 0;
  readonly #earlier = new ChunkBuffer();

  reset(): void {
    this.active = false;
    this.#earlier.clear();
  }

  begin(at: number): void {
    this.active = true;
    this.#start = at;
  }

  /** A new chunk begins here. */
  enterChunk(from: number): void {
    this.#start = from;
  }

  /** The chunk ends here, the token may not. */
  leaveChunk(bytes: Uint8Array, to: number): void {
    if (this.active) this.#earlier.add(bytes.slice(this.#start, to), 0, to - this.#start);
  }

  /** The token ends here: calls back with the bytes it lies in, its start and its end. */
  end(bytes: Uint8Array, end: number, use: (bytes: Uint8Array, start: number, end: number) => void): void {
    this.active = false;
    if (this.#earlier.isEmpty) {
      use(bytes, this.#start, end);
      return;
    }
    const token = joinBytes([...this.#earlier.takeChunks(), bytes.subarray(this.#start, end)]);
    use(token, 0, token.length);
  }
}
