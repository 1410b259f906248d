// Captures the bytes of one token. Most tokens are inside one chunk and are not copied; only a token that spans
// several chunks is stored.

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

  /** Call when a new chunk begins. */
  enterChunk(from: number): void {
    this.#start = from;
  }

  /** Call when the chunk ends; the token may continue in the next one. */
  leaveChunk(bytes: Uint8Array, to: number): void {
    if (this.active) this.#earlier.add(bytes.slice(this.#start, to), 0, to - this.#start);
  }

  /** Ends the token: calls `use` with the bytes that contain the token, its start and its end. */
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
