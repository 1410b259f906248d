// Maps each character of a decoded string to its first byte. For invalid UTF-8, it must agree with the decoder;
// otherwise, edits of strings from a server would be misplaced. An invalid sequence is one U+FFFD for the bytes that
// could begin a valid sequence.

import { BACKSLASH, LOWER_U } from '../bytes/ascii.js';
import { maxSecondByte, minSecondByte } from '../scan/utf8.js';

/** Returns the first byte of each UTF-16 unit of the string in `bytes[start, end)`. */
export function utf16Offsets(bytes: Uint8Array, start: number, end: number): number[] {
  const offsets: number[] = [];
  for (let at = start; at < end; ) {
    offsets.push(at);
    const byte = bytes[at] as number;
    if (byte === BACKSLASH) at += bytes[at + 1] === LOWER_U ? 6 : 2;
    else if (byte < 0x80) at++;
    else {
      const length = sequenceLength(bytes, at, end);
      // A character of four bytes has two units. The second unit gets the same position.
      if (length === 4) offsets.push(at);
      at += length;
    }
  }
  return offsets;
}

/** Returns the number of bytes of the next character: its whole sequence, or the part that is present. */
function sequenceLength(bytes: Uint8Array, at: number, end: number): number {
  const lead = bytes[at] as number;
  if (lead < 0xc2 || lead > 0xf4) return 1;
  const expected = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  let low = minSecondByte(lead);
  let high = maxSecondByte(lead);
  let length = 1;
  while (length < expected && at + length < end) {
    const byte = bytes[at + length] as number;
    if (byte < low || byte > high) break;
    low = 0x80;
    high = 0xbf;
    length++;
  }
  return length;
}
