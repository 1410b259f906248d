// Decodes words with a separator between their letters: `i g n o r e`, `i-g-n-o-r-e`. More than one separator ends a
// word.

import { PositionMapBuilder } from '../engine/normalize/position-map.js';
import type { Decoded, Decoder } from './decoder.js';
import { commonWords, keywords, longKeywords } from './keywords.js';

const separators = [' ', '-', '.', '_', '*', '|'] as const;

const spread = (word: string, separator: string): string => word.slice(0, 5).split('').join(separator);

const isLetter = (code: number): boolean =>
  (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 122) || code > 127;

/** Tests whether the separator at `index` is between two single letters. */
const isSeparator = (text: string, index: number, separator: string): boolean =>
  text[index] === separator &&
  text[index + 1] !== separator &&
  text[index - 1] !== separator &&
  !isLetter(text.charCodeAt(index - 2)) &&
  !isLetter(text.charCodeAt(index + 2));

/** Returns the separator between most letters of text[start..end). */
function findSeparator(text: string, start: number, end: number): string {
  let best = ' ';
  let most = 0;
  for (const separator of separators) {
    let count = 0;
    for (let at = text.indexOf(separator, start); at >= 0 && at < end; at = text.indexOf(separator, at + 1))
      if (isSeparator(text, at, separator)) count += 1;
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
    if (!isSeparator(text, index, separator)) continue;
    joined += text.slice(copied, index);
    copied = index + 1;
    map.copy(joined.length, copied);
  }
  return { text: joined + text.slice(copied, end), map };
}

export const spacedLettersDecoder: Decoder = {
  name: 'spaced-letters',
  literals: [...new Set([...keywords, ...commonWords, ...longKeywords])].flatMap((word) =>
    separators.map((separator) => spread(word, separator)),
  ),
  windowRadius: 512,
  minimumHits: 2,
  form: 'obfuscated',
  decode: join,
};
