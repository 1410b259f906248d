// Decodes words that are split by markup or hyphenated at the end of a line: `ign<b></b>ore`, `instruc-` and `tions`.

import { PositionMapBuilder } from '../engine/normalize/position-map.js';
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
  // A line break is matched as a space, and a hyphen before a space is common, so the literals include the letter
  // before the hyphen.
  literals: ['></', '<wbr', '<!---->', ...[...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `${letter}-\n`)],
  windowRadius: 160,
  minimumHits: 1,
  form: 'plain',
  decode: strip,
};
