// Notices keys that stand twice in one object, cheaply: it compares hashes while the scanner runs and only
// raises a suspicion. Whoever sees the suspicion makes sure with `findRepeatedKey`.

import { decodeStringToken } from './string-bytes.js';

/** Objects with more keys are always suspicious: comparing each with each would cost more than making sure. */
const MANY = 48;

export class KeyLedger {
  suspicious = false;
  #hashes = new Int32Array(256);
  #size = 0;
  /** Where the keys of each open object begin. */
  readonly #starts: number[] = [];

  reset(): void {
    this.suspicious = false;
    this.#size = 0;
    this.#starts.length = 0;
  }

  enter(): void {
    this.#starts.push(this.#size);
  }

  leave(): void {
    this.#size = this.#starts.pop() as number;
  }

  /** Adds a key token (quotes included) to the innermost open object. */
  add(bytes: Uint8Array, start: number, end: number): void {
    const hash = hashOfKey(bytes, start, end);
    const first = this.#starts[this.#starts.length - 1] as number;
    if (this.#size - first >= MANY) this.suspicious = true;
    if (this.suspicious) return;
    for (let i = first; i < this.#size; i++) {
      if (this.#hashes[i] === hash) {
        this.suspicious = true;
        return;
      }
    }
    if (this.#size === this.#hashes.length) this.#grow();
    this.#hashes[this.#size++] = hash;
  }

  #grow(): void {
    const larger = new Int32Array(this.#hashes.length * 2);
    larger.set(this.#hashes);
    this.#hashes = larger;
  }
}

// Equal keys must have equal hashes whatever escapes they are spelt with, so these are decoded first.
function hashOfKey(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start + 1; i < end - 1; i++) {
    const byte = bytes[i] as number;
    if (byte === 0x5c || byte >= 0x80) return hashOfText(decodeStringToken(bytes, start, end));
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash;
}

function hashOfText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}
