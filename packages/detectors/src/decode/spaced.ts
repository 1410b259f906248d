// Letters set apart: `i g n o r e`, `i-g-n-o-r-e`. One separator joins, two or more end a word.

import { PositionMapBuilder } from '../engine/position-map.js';
import { coreWords, smallWords } from './core-words.js';
import type { Decoded, Decoder } from './decoder.js';

const separators = [' ', '-', '.', '_', '*', '|'] as const;

const spread = (word: string, separator: string): string => word.slice(0, 5).split('').join(separator);

const isSeparator = (unit: string): boolean => (separators as readonly string[]).includes(unit);

function join(text: string, start: number, end: number): Decoded {
  const map = new PositionMapBuilder();
  let joined = '';
  let index = start;
  while (index < end) {
    const unit = text[index] ?? '';
    map.copy(joined.length, index);
    if (!isSeparator(unit)) {
      joined += unit;
      index += 1;
      // A single letter on both sides of a single separator: the separator is decoration.
      if (isDecoration(text, index)) index += 1;
    } else {
      joined += ' ';
      while (index < end && isSeparator(text[index] ?? '')) index += 1;
    }
  }
  return { text: joined, map };
}

const isWord = (unit: string | undefined): boolean => unit !== undefined && /[\p{L}\p{N}]/u.test(unit);

const isDecoration = (text: string, index: number): boolean =>
  isSeparator(text[index] ?? '') &&
  !isSeparator(text[index + 1] ?? ' ') &&
  !isWord(text[index - 2]) &&
  !(isWord(text[index + 1]) && isWord(text[index + 2]));

export const spacedDecoder: Decoder = {
  name: 'spaced',
  literals: [...coreWords, ...smallWords].flatMap((word) =>
    separators.map((separator) => spread(word, separator)),
  ),
  reach: 512,
  enough: 2,
  reading: 'disguised',
  decode: join,
};
