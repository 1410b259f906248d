// Words that markup or a line's end takes apart: `ign<b></b>ore`, `instruc-` and `tions` on the next line.

import { PositionMapBuilder } from '../engine/position-map.js';
import type { Decoded, Decoder } from './decoder.js';

const between = /<[^<>\n]{0,60}>|-\r?\n[ \t]{0,8}(?=[a-z])/gi;

function strip(text: string, start: number, end: number): Decoded | undefined {
  const piece = text.slice(start, end);
  const map = new PositionMapBuilder();
  let stripped = '';
  let copied = 0;
  map.copy(0, start);
  for (const match of piece.matchAll(between)) {
    stripped += piece.slice(copied, match.index);
    copied = match.index + match[0].length;
    map.copy(stripped.length, start + copied);
  }
  return copied === 0 ? undefined : { text: stripped + piece.slice(copied), map };
}

export const markupDecoder: Decoder = {
  name: 'markup',
  // A line's end is read as a blank: with the letter before it, it is rare enough.
  literals: ['></', '<wbr', '<!---->', ...[...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `${letter}-\n`)],
  reach: 160,
  enough: 1,
  reading: 'plain',
  decode: strip,
};
