// The inside of a JSON string, at speed: skipping plain text, checking UTF-8, decoding a finished token.

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** 1 for bytes that may stand in a JSON string as they are and need no further look. */
const PLAIN = new Uint8Array(256).fill(1, 0x20, 0x80);
PLAIN[QUOTE] = 0;
PLAIN[BACKSLASH] = 0;

const EMPTY = new Uint8Array(0);
const NO_WORDS = new Int32Array(0);

/** From this many plain bytes in a row on we look at four at a time, and later let the system search. */
const WORD_RUN = 16;
const SYSTEM_RUN = 256;

/** A chunk that is searched for the end of plain string text, quickly. */
export class Chunk {
  #bytes: Uint8Array = EMPTY;
  /** The buffer under the chunk as aligned 32-bit words. */
  #words: Int32Array = NO_WORDS;
  /** Where the next quote and the next backslash stand; not known when that lies behind us. */
  #quote = -1;
  #backslash = -1;

  use(bytes: Uint8Array): void {
    if (bytes === this.#bytes) return;
    this.#bytes = bytes;
    this.#words = NO_WORDS;
    this.#quote = -1;
    this.#backslash = -1;
  }

  /** Lets go of the buffer, so that an idle reader keeps no chunk alive. */
  release(): void {
    this.use(EMPTY);
  }

  /**
   * Skips the text of a string as far as nothing needs a decision: up to a quote, a control character, a `\\u` escape,
   * a broken character, or something that the end of the chunk may have cut.
   */
  textEnd(at: number, end: number): number {
    const bytes = this.#bytes;
    let run = 0;
    let i = at;
    while (i < end) {
      const byte = bytes[i] as number;
      if (PLAIN[byte] === 1) {
        i++;
        if (++run === WORD_RUN) {
          i = this.#plainEndOfRun(i, end);
          run = 0;
        }
        continue;
      }
      run = 0;
      const length = byte === BACKSLASH ? simpleEscape(bytes, i, end) : wholeCharacter(bytes, i, end);
      if (length === 0) return i;
      i += length;
    }
    return i;
  }

  // Four bytes at a time: a word is plain when no byte has its high bit set, is below 0x20, is a quote or a
  // backslash. Each subtraction borrows into the high bit of the lowest byte that offends; where none does, nothing
  // borrows, so the test is exact for the whole word.
  #plainEndOfRun(at: number, end: number): number {
    const limit = Math.min(end, at + SYSTEM_RUN);
    const base = this.#bytes.byteOffset;
    const aligned = Math.min(limit, at + (-(base + at) & 3));
    const start = this.#skipBytes(at, aligned);
    if (start < aligned) return start;
    const words = this.#alignedWords();
    const last = (base + limit) >>> 2;
    let word = (base + start) >>> 2;
    while (word < last) {
      const four = words[word] as number;
      const offends =
        four | (four - 0x20202020) | ((four ^ 0x22222222) - 0x01010101) | ((four ^ 0x5c5c5c5c) - 0x01010101);
      if ((offends & 0x80808080) !== 0) break;
      word++;
    }
    const i = this.#skipBytes(Math.max(start, (word << 2) - base), limit);
    return i < limit || i === end ? i : this.#plainEndOfLongRun(i, end);
  }

  // The system finds quotes and backslashes faster than any loop of ours, once it is worth the call. Their places
  // are remembered, so that a text full of one of them is not searched for the other again and again. What remains
  // is to look for bytes that are too small or too large.
  #plainEndOfLongRun(at: number, end: number): number {
    const limit = Math.min(end, this.#nextQuote(at), this.#nextBackslash(at));
    const base = this.#bytes.byteOffset;
    const words = this.#alignedWords();
    let word = (base + at + 3) >>> 2;
    const start = Math.min(limit, (word << 2) - base);
    const first = this.#skipBytes(at, start);
    if (first < start || first === limit) return first;
    const fours = word + ((((base + limit) >>> 2) - word) & ~3);
    while (word < fours) {
      const a = words[word] as number;
      const b = words[word + 1] as number;
      const c = words[word + 2] as number;
      const d = words[word + 3] as number;
      const high = a | b | c | d;
      const low = (a - 0x20202020) | (b - 0x20202020) | (c - 0x20202020) | (d - 0x20202020);
      if (((high | low) & 0x80808080) !== 0) break;
      word += 4;
    }
    return this.#skipBytes(Math.max(first, (word << 2) - base), limit);
  }

  #skipBytes(at: number, stop: number): number {
    const bytes = this.#bytes;
    let i = at;
    while (i < stop && PLAIN[bytes[i] as number] === 1) i++;
    return i;
  }

  #nextQuote(at: number): number {
    if (this.#quote < at) this.#quote = indexOrEnd(this.#bytes, QUOTE, at);
    return this.#quote;
  }

  #nextBackslash(at: number): number {
    if (this.#backslash < at) this.#backslash = indexOrEnd(this.#bytes, BACKSLASH, at);
    return this.#backslash;
  }

  #alignedWords(): Int32Array {
    const { buffer } = this.#bytes;
    if (this.#words.buffer !== buffer) this.#words = new Int32Array(buffer, 0, buffer.byteLength >>> 2);
    return this.#words;
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

function indexOrEnd(bytes: Uint8Array, byte: number, from: number): number {
  const found = bytes.indexOf(byte, from);
  return found === -1 ? bytes.length : found;
}

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
