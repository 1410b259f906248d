// Joins JSON on several lines into one line, for readers that end a message at a line end.

import { BACKSLASH, CR, LF, QUOTE, SPACE } from '../bytes/ascii.js';

export const isSingleLine = (bytes: Uint8Array): boolean => !bytes.includes(LF) && !bytes.includes(CR);

/**
 * Returns the same JSON on one line. Line ends between tokens are white space and are replaced. Line ends inside a
 * string are kept, so that the message is rejected: a tolerant reader would see two lines where the firewall checked
 * one.
 */
export function toSingleLine(bytes: Uint8Array): Uint8Array {
  if (isSingleLine(bytes)) return bytes;
  const line = Uint8Array.from(bytes);
  let inString = false;
  for (let at = 0; at < line.length; at++) {
    const byte = line[at];
    if (byte === QUOTE) inString = !inString;
    else if (inString) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === LF || byte === CR) line[at] = SPACE;
  }
  return line;
}
