// Validates and decodes UTF-8, including sequences that span several chunks.

// According to table 3-7 of the Unicode Standard: no overlong encodings, no surrogates, nothing above U+10FFFF.
export const minSecondByte = (lead: number): number => (lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80);
export const maxSecondByte = (lead: number): number => (lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf);

/** Validates UTF-8 byte by byte. A sequence may continue in the next chunk. */
export class Utf8Validator {
  #remaining = 0;
  #low = 0x80;
  #high = 0xbf;

  /** True inside a sequence. */
  get open(): boolean {
    return this.#remaining > 0;
  }

  reset(): void {
    this.#remaining = 0;
  }

  /**
   * Returns the index after the validated bytes: `end`, or the first ASCII byte. Invalid UTF-8 gives -1. With
   * `lenient`, it is skipped up to the next ASCII byte, because every decoder continues there.
   */
  skip(bytes: Uint8Array, from: number, end: number, lenient: boolean): number {
    const valid = this.#skipValid(bytes, from, end);
    if (valid !== -1 || !lenient) return valid;
    this.reset();
    let at = from;
    while (at < end && (bytes[at] as number) >= 0x80) at++;
    return at;
  }

  #skipValid(bytes: Uint8Array, at: number, end: number): number {
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
    this.#low = minSecondByte(lead);
    this.#high = maxSecondByte(lead);
    return true;
  }
}

// `ignoreBOM` keeps a leading U+FEFF as part of the text.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Decodes bytes; invalid UTF-8 becomes U+FFFD. Short ASCII text, the most common case, is decoded without the
 * decoder.
 */
export function decodeUtf8(bytes: Uint8Array, start: number, end: number): string {
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

/** Decodes a valid JSON string token, including its quotes. */
export function decodeStringToken(bytes: Uint8Array, start: number, end: number): string {
  const text = decodeUtf8(bytes, start, end);
  return text.includes('\\') ? (JSON.parse(text) as string) : text.slice(1, -1);
}
