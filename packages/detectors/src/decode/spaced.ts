// Letters set apart: `i g n o r e`, `i-g-n-o-r-e`. One separator joins, anything more ends a word.

import { PositionMapBuilder } from '../engine/position-map.js';
import { coreWords, fullWords, smallWords } from './core-words.js';
import type { Decoded, Decoder } from './decoder.js';

const separators = [' ', '-', '.', '_', '*', '|'] as const;

const spread = (word: string, separator: string): string => word.slice(0, 5).split('').join(separator);

const isLetter = (code: number): boolean =>
  (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 122) || code > 127;

/** Whether a single letter, the separator and a single letter stand here, the separator in the middle. */
const isJoint = (text: string, index: number, separator: string): boolean =>
  text[index] === separator &&
  text[index + 1] !== separator &&
  text[index - 1] !== separator &&
  !isLetter(text.charCodeAt(index - 2)) &&
  !isLetter(text.charCodeAt(index + 2));

/** The separator that joins most letters of text[start..end). */
function findSeparator(text: string, start: number, end: number): string {
  let best = ' ';
  let most = 0;
  for (const separator of separators) {
    let count = 0;
    for (let at = text.indexOf(separator, start); at >= 0 && at < end; at = text.indexOf(separator, at + 1))
      if (isJoint(text, at, separator)) count += 1;
    if (count > most) [best, most] = [separator, count];
  }
  return best;
}

function join(text: string, start: number, end: number): Decoded {
  const separator = findSeparator(text, start, end);
  const map = new PositionMapBuilder();
  let joined = '';
  let copied = start;
  map.copy(0, start);
  for (let index = start; index < end; index += 1) {
    if (!isJoint(text, index, separator)) continue;
    joined += text.slice(copied, index);
    copied = index + 1;
    map.copy(joined.length, copied);
  }
  return { text: joined + text.slice(copied, end), map };
}

export const spacedDecoder: Decoder = {
  name: 'spaced',
  literals: [...new Set([...coreWords, ...smallWords, ...fullWords])].flatMap((word) =>
    separators.map((separator) => spread(word, separator)),
  ),
  reach: 512,
  enough: 2,
  reading: 'disguised',
  decode: join,
};
