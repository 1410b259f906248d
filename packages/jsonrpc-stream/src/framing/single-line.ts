// Puts JSON that stands on several lines on one, for readers to which a line end is the end of a message.

import { BACKSLASH, CR, LF, QUOTE, SPACE } from '../bytes/ascii.js';

export const isSingleLine = (bytes: Uint8Array): boolean => !bytes.includes(LF) && !bytes.includes(CR);

/**
 * The same JSON on one line: line ends between tokens are white space. Those inside of a string stay, so that it is
 * refused as it has to be: a lenient reader would see two lines there where a judge saw one.
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
