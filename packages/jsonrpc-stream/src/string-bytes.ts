// The inside of a JSON string, at speed: skipping plain text, checking UTF-8, decoding a finished token.

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** 1 for bytes that may stand in a JSON string as they are and need no further look. */
const PLAIN = new Uint8Array(256).fill(1, 0x20, 0x80);
PLAIN[QUOTE] = 0;
PLAIN[BACKSLASH] = 0;

/** Shorter runs are not worth the detour through 32-bit words. */
const WORD_RUN = 16;

/** A chunk seen as bytes and as aligned 32-bit words of the buffer under it. */
export class Chunk {
  bytes: Uint8Array = new Uint8Array(0);
  #words: Int32Array | undefined;
  #buffer: ArrayBufferLike | undefined;

  use(bytes: Uint8Array): void {
    this.bytes = bytes;
  }

  /** Index of the first byte from `at` on that is not plain string text, or `end`. */
  plainEnd(at: number, end: number): number {
    const { bytes } = this;
    let i = at;
    const stop = end - at < WORD_RUN ? end : at + WORD_RUN;
    while (i < stop && PLAIN[bytes[i] as number] === 1) i++;
    if (i < stop || i === end) return i;
    return this.#plainEndOfLongRun(i, end);
  }

  // Four bytes at a time: a word is plain when no byte has its high bit set, is below 0x20, is a quote or a
  // backslash. Each subtraction borrows into the high bit of the lowest byte that offends; where none does,
  // nothing borrows, so the test is exact for the whole word.
  #plainEndOfLongRun(at: number, end: number): number {
    const { bytes } = this;
    const words = this.#wordsOf(bytes);
    const base = bytes.byteOffset;
    let i = at;
    while (((base + i) & 3) !== 0 && i < end && PLAIN[bytes[i] as number] === 1) i++;
    if (((base + i) & 3) === 0) {
      let word = (base + i) >>> 2;
      const lastWord = (base + end) >>> 2;
      while (word < lastWord) {
        const four = words[word] as number;
        const offends =
          four |
          (four - 0x20202020) |
          ((four ^ 0x22222222) - 0x01010101) |
          ((four ^ 0x5c5c5c5c) - 0x01010101);
        if ((offends & 0x80808080) !== 0) break;
        word++;
      }
      i = (word << 2) - base;
    }
    while (i < end && PLAIN[bytes[i] as number] === 1) i++;
    return i;
  }

  #wordsOf(bytes: Uint8Array): Int32Array {
    if (this.#words === undefined || this.#buffer !== bytes.buffer) {
      this.#buffer = bytes.buffer;
      this.#words = new Int32Array(bytes.buffer, 0, bytes.buffer.byteLength >>> 2);
    }
    return this.#words;
  }

  /** Lets go of the buffer, so that an idle reader keeps no chunk alive. */
  release(): void {
    this.bytes = EMPTY;
    this.#words = undefined;
    this.#buffer = undefined;
  }
}

const EMPTY = new Uint8Array(0);

/** Checks UTF-8 byte by byte, across chunks: what may follow depends on the lead byte (Unicode, table 3-7). */
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
    this.#low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    this.#high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    return true;
  }
}

// `ignoreBOM` keeps a leading U+FEFF: it is part of the text like any other character.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Text of some bytes; what is not UTF-8 becomes U+FFFD. Short ASCII, the common case, avoids the decoder. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > 64) return decoder.decode(bytes.subarray(start, end));
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
