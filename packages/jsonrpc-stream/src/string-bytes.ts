// The inside of a JSON string, at speed: skipping plain text, checking UTF-8, decoding a finished token.

import { loops, TEXT_AT, TEXT_ROOM } from './loops.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** 1 for bytes that may stand in a JSON string as they are and need no further look. */
const PLAIN = new Uint8Array(256).fill(1, 0x20, 0x80);
PLAIN[QUOTE] = 0;
PLAIN[BACKSLASH] = 0;

const EMPTY = new Uint8Array(0);

/** Texts up to this length are not worth the way to the compiled loop. */
const SHORT = 64;

/** A chunk that is searched for the end of string text, quickly. */
export class Chunk {
  #bytes: Uint8Array = EMPTY;
  // What the memory of the compiled loop holds. INVARIANT: only until the next `use`, of this or another chunk.
  #from = 0;
  #to = 0;

  use(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#from = 0;
    this.#to = 0;
  }

  /** Lets go of the buffer, so that an idle reader keeps no chunk alive. */
  release(): void {
    this.use(EMPTY);
  }

  /**
   * Skips the text of a string as far as nothing needs a decision: up to a quote, a control character, a `\\u` escape,
   * a broken character, or something that the end of the chunk may have cut. May stop before that, but moves on if called again.
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
      const length = byte === BACKSLASH ? simpleEscape(bytes, i, end) : wholeCharacter(bytes, i, end);
      if (length === 0) return i;
      i += length;
    }
    return i;
  }

  #longEnd(at: number, end: number): number {
    const compiled = loops();
    if (compiled === undefined) return this.#shortEnd(at, end);
    if (at >= this.#to) this.#show(compiled.memory, at, end);
    const shift = TEXT_AT - this.#from;
    return compiled.textEnd(at + shift, Math.min(this.#to, end) + shift) - shift;
  }

  /** A chunk with many strings is copied once, not once for each. */
  #show(memory: ArrayBuffer, from: number, end: number): void {
    const { buffer, byteOffset } = this.#bytes;
    this.#from = from;
    this.#to = Math.min(end, from + TEXT_ROOM);
    new Uint8Array(memory, TEXT_AT).set(new Uint8Array(buffer, byteOffset + from, this.#to - from));
  }
}

/** 1 for the characters that may follow a backslash, `u` aside. */
const SIMPLE_ESCAPE = new Uint8Array(256);
for (const character of '"\\/bfnrt') SIMPLE_ESCAPE[character.charCodeAt(0)] = 1;

/** 2 for a backslash with one of the simple characters behind it, else 0. */
const simpleEscape = (bytes: Uint8Array, at: number, end: number): number =>
  at + 1 < end && SIMPLE_ESCAPE[bytes[at + 1] as number] === 1 ? 2 : 0;

/** True for the characters that may follow a backslash, `u` aside. */
export const isSimpleEscape = (byte: number): boolean => SIMPLE_ESCAPE[byte] === 1;

/** The length of the character that is not ASCII, if all of it is there and valid; else 0. */
function wholeCharacter(bytes: Uint8Array, at: number, end: number): number {
  const lead = bytes[at] as number;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (at + length > end) return 0;
  const second = bytes[at + 1] as number;
  if (second < lowestSecond(lead) || second > highestSecond(lead)) return 0;
  if (length > 2 && ((bytes[at + 2] as number) & 0xc0) !== 0x80) return 0;
  if (length > 3 && ((bytes[at + 3] as number) & 0xc0) !== 0x80) return 0;
  return length;
}

// Unicode, table 3-7: no overlong spellings, no surrogates, nothing past U+10FFFF.
export const lowestSecond = (lead: number): number => (lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80);
export const highestSecond = (lead: number): number => (lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf);

/** Checks UTF-8 byte by byte, across chunks: what may follow depends on the lead byte. */
export class Utf8Check {
  #remaining = 0;
  #low = 0x80;
  #high = 0xbf;

  /** True while a sequence has begun and not ended. */
  get open(): boolean {
    return this.#remaining > 0;
  }

  reset(): void {
    this.#remaining = 0;
  }

  /** Returns the index behind the last checked byte: `end`, the first ASCII byte, or -1 for invalid UTF-8. */
  skip(bytes: Uint8Array, at: number, end: number): number {
    let i = at;
    for (; i < end; i++) {
      const byte = bytes[i] as number;
      if (this.#remaining > 0) {
        if (byte < this.#low || byte > this.#high) return -1;
        this.#low = 0x80;
        this.#high = 0xbf;
        this.#remaining--;
      } else if (byte < 0x80) break;
      else if (!this.#begin(byte)) return -1;
    }
    return i;
  }

  #begin(lead: number): boolean {
    if (lead < 0xc2 || lead > 0xf4) return false;
    this.#remaining = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    this.#low = lowestSecond(lead);
    this.#high = highestSecond(lead);
    return true;
  }
}

// `ignoreBOM` keeps a leading U+FEFF: it is part of the text like any other character.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Text of some bytes; what is not UTF-8 becomes U+FFFD. Short ASCII, the common case, avoids the decoder. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > 64)
    return decoder.decode(start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end));
  let text = '';
  for (let i = start; i < end; i++) {
    const byte = bytes[i] as number;
    if (byte >= 0x80) return decoder.decode(bytes.subarray(start, end));
    text += String.fromCharCode(byte);
  }
  return text;
}

/** Value of a valid JSON string token, quotes included. */
export function decodeStringToken(bytes: Uint8Array, start: number, end: number): string {
  const text = textOf(bytes, start, end);
  return text.includes('\\') ? (JSON.parse(text) as string) : text.slice(1, -1);
}
