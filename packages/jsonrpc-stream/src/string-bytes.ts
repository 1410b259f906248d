// The inside of a JSON string, at speed: skipping plain text, checking UTF-8, decoding a finished token.

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** 1 for bytes that may stand in a JSON string as they are and need no further look. */
const PLAIN = new Uint8Array(256).fill(1, 0x20, 0x80);
PLAIN[QUOTE] = 0;
PLAIN[BACKSLASH] = 0;

const EMPTY = new Uint8Array(0);
const NO_WORDS = new Int32Array(0);

/** Shorter runs are not worth the detours below. */
const WORD_RUN = 16;

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

  /** Index of the first byte from `at` on that is not plain string text, or `end`. */
  plainEnd(at: number, end: number): number {
    const stop = end - at < WORD_RUN ? end : at + WORD_RUN;
    const i = this.#skipBytes(at, stop);
    return i < stop || i === end ? i : this.#plainEndOfLongRun(i, end);
  }

  // The system finds quotes and backslashes faster than any loop of ours. Their places are remembered, so that a
  // text full of one of them is not searched for the other again and again. What remains is to look for bytes below
  // 0x20 or above 0x7f, four at a time: a subtraction borrows into the high bit of the lowest byte that is too
  // small; where none is, nothing borrows, so the test is exact for the whole word.
  #plainEndOfLongRun(at: number, end: number): number {
    const limit = Math.min(end, this.#nextQuote(at), this.#nextBackslash(at));
    const base = this.#bytes.byteOffset;
    const aligned = Math.min(limit, at + (-(base + at) & 3));
    let i = this.#skipBytes(at, aligned);
    if (i < aligned) return i;
    const words = this.#alignedWords();
    let word = (base + i) >>> 2;
    const pairs = word + ((((base + limit) >>> 2) - word) & ~1);
    while (word < pairs) {
      const a = words[word] as number;
      const b = words[word + 1] as number;
      if (((a | (a - 0x20202020) | b | (b - 0x20202020)) & 0x80808080) !== 0) break;
      word += 2;
    }
    i = Math.max(i, (word << 2) - base);
    return this.#skipBytes(i, limit);
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

function indexOrEnd(bytes: Uint8Array, byte: number, from: number): number {
  const found = bytes.indexOf(byte, from);
  return found === -1 ? bytes.length : found;
}

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
