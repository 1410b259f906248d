// Skips the text of JSON strings quickly: short text in JavaScript, long text in WebAssembly.

import { BACKSLASH, QUOTE } from '../bytes/ascii.js';
import { maxSecondByte, minSecondByte } from './utf8.js';
import { loadWasmFunctions, TEXT_CAPACITY, TEXT_OFFSET } from './wasm-functions.js';

/**
 * Contains 1 for bytes that need no further check in a JSON string: ASCII without quote, backslash and control
 * characters.
 */
const PLAIN = new Uint8Array(256).fill(1, 0x20, 0x80);
PLAIN[QUOTE] = 0;
PLAIN[BACKSLASH] = 0;

const EMPTY = new Uint8Array(0);

/** Text up to this length is scanned in JavaScript, because copying it to WebAssembly would take longer. */
const SHORT = 64;

/** Skips string text in the current chunk. */
export class StringSkipper {
  #bytes: Uint8Array = EMPTY;
  // The range of the chunk that is in the memory of the WebAssembly module. INVARIANT: it is valid only until the
  // next `use` of any instance, because all instances share that memory.
  #from = 0;
  #to = 0;

  use(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#from = 0;
    this.#to = 0;
  }

  /** Releases the chunk, so that an idle reader keeps no memory. */
  release(): void {
    this.use(EMPTY);
  }

  /**
   * Returns the position where plain text ends: at a quote, a control character, a `\\u` escape, invalid UTF-8, or an
   * escape or character that continues in the next chunk. It may stop earlier; another call then continues.
   */
  textEnd(at: number, end: number): number {
    if (at < this.#to) return this.#longEnd(at, end);
    const soon = Math.min(end, at + SHORT);
    const near = this.#shortEnd(at, soon);
    return near < soon || soon === end ? near : this.#longEnd(near, end);
  }

  #shortEnd(at: number, end: number): number {
    const bytes = this.#bytes;
    let i = at;
    while (i < end) {
      const byte = bytes[i] as number;
      if (PLAIN[byte] === 1) {
        i++;
        continue;
      }
      const length = byte === BACKSLASH ? simpleEscapeLength(bytes, i, end) : multiByteLength(bytes, i, end);
      if (length === 0) return i;
      i += length;
    }
    return i;
  }

  #longEnd(at: number, end: number): number {
    const compiled = loadWasmFunctions();
    if (compiled === undefined) return this.#shortEnd(at, end);
    if (at >= this.#to) this.#copy(compiled.memory, at, end);
    const shift = TEXT_OFFSET - this.#from;
    return compiled.textEnd(at + shift, Math.min(this.#to, end) + shift) - shift;
  }

  /** Copies the rest of the chunk, so that the next strings need no further copy. */
  #copy(memory: ArrayBuffer, from: number, end: number): void {
    const { buffer, byteOffset } = this.#bytes;
    this.#from = from;
    this.#to = Math.min(end, from + TEXT_CAPACITY);
    new Uint8Array(memory, TEXT_OFFSET).set(new Uint8Array(buffer, byteOffset + from, this.#to - from));
  }
}

/** Contains 1 for the characters that may follow a backslash, except `u`. */
const SIMPLE_ESCAPE = new Uint8Array(256);
for (const character of '"\\/bfnrt') SIMPLE_ESCAPE[character.charCodeAt(0)] = 1;

/** Returns 2, the length of a complete simple escape, or 0 if there is none here. */
const simpleEscapeLength = (bytes: Uint8Array, at: number, end: number): number =>
  at + 1 < end && SIMPLE_ESCAPE[bytes[at + 1] as number] === 1 ? 2 : 0;

/** Returns true for the characters that may follow a backslash, except `u`. */
export const isSimpleEscape = (byte: number): boolean => SIMPLE_ESCAPE[byte] === 1;

/** Returns the length of a complete and valid multi-byte character, or 0 if there is none here. */
function multiByteLength(bytes: Uint8Array, at: number, end: number): number {
  const lead = bytes[at] as number;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (at + length > end) return 0;
  const second = bytes[at + 1] as number;
  if (second < minSecondByte(lead) || second > maxSecondByte(lead)) return 0;
  if (length > 2 && ((bytes[at + 2] as number) & 0xc0) !== 0x80) return 0;
  if (length > 3 && ((bytes[at + 3] as number) & 0xc0) !== 0x80) return 0;
  return length;
}

/** Returns true for the digits of a `\u` escape. */
export const isHexDigit = (byte: number): boolean => {
  const lower = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (lower >= 0x61 && lower <= 0x66);
};
