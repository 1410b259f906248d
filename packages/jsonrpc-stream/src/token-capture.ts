// Holds on to the bytes of one token while it goes by. Most tokens lie in one chunk and are never copied; only
// what the end of a chunk cuts off has to be kept.

import { joinBytes } from './join-bytes.js';

export class TokenCapture {
  active = false;
  #start = 0;
  #earlier: Uint8Array[] = [];

  reset(): void {
    this.active = false;
    if (this.#earlier.length > 0) this.#earlier = [];
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
    if (this.active) this.#earlier.push(bytes.slice(this.#start, to));
  }

  /** The token ends here: calls back with the bytes it lies in, its start and its end. */
  end(bytes: Uint8Array, end: number, use: (bytes: Uint8Array, start: number, end: number) => void): void {
    this.active = false;
    if (this.#earlier.length === 0) {
      use(bytes, this.#start, end);
      return;
    }
    const token = joinBytes([...this.#earlier, bytes.subarray(this.#start, end)]);
    this.#earlier = [];
    use(token, 0, token.length);
  }
}
