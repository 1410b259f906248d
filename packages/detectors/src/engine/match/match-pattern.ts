// Runs one pattern in a window of a text, or at the positions where a match must start according to its
// literal.

import type { PatternDetector } from '../../detector.js';
import type { Span } from '../normalize/position-map.js';

/** The maximum length of a match. Longer matches are cut off; real matches are shorter. */
const maxMatchLength = 1_048_576;

const isWord = (code: number): boolean =>
  (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 122) || code === 95;

/**
 * Moves the start of a window to the start of a word. Otherwise the pattern would match a word boundary
 * inside the word.
 */
function startOfWord(text: string, start: number): number {
  let from = start;
  while (from > 0 && from > start - 128 && isWord(text.charCodeAt(from - 1))) from -= 1;
  return from;
}

function endOfWord(text: string, end: number): number {
  let to = end;
  while (to < text.length && to < end + 128 && isWord(text.charCodeAt(to))) to += 1;
  return to;
}

/**
 * Reports all accepted matches of a detector in text[start..end). The range is extended if a match reaches
 * its end.
 */
export function matchWindow(
  text: string,
  detector: PatternDetector,
  start: number,
  end: number,
  onSpan: (span: Span) => void,
): void {
  const { pattern, accept } = detector;
  const from = startOfWord(text, start);
  const to = endOfWord(text, end);
  let until = to;
  let window = text.slice(from, until);
  let position = 0;
  for (;;) {
    pattern.lastIndex = position;
    const match = pattern.exec(window);
    if (match === null) return;
    const stop = match.index + match[0].length;
    if (stop === window.length && until < text.length && stop - match.index < maxMatchLength) {
      // The match may continue after the window. Because the extension doubles, the total cost is linear in
      // the length of the match.
      until = Math.min(text.length, until + Math.max(256, 2 * (stop - match.index)));
      window = text.slice(from, until);
      position = match.index;
      continue;
    }
    position = Math.max(stop, match.index + 1);
    // The text after the original window is searched only for the match that caused the extension.
    if (from + match.index >= to) return;
    if (accept !== undefined && !accept(match, window)) {
      position = match.index + Math.max(1, Math.min(match[0].length, stepOver(match)));
      continue;
    }
    onSpan(spanOf(match, detector.group, from));
  }
}

/**
 * Returns where the search continues after a rejected match: after its first word, because the next candidate
 * may start inside the rejected match.
 */
function stepOver(match: RegExpExecArray): number {
  let length = 1;
  while (length < match[0].length && isWord(match[0].charCodeAt(length))) length += 1;
  return Math.max(length, match[0].length >> 3);
}

/** For each pattern, a sticky copy that is tried only at known positions. */
const sticky = new WeakMap<RegExp, RegExp>();

function stickyOf(pattern: RegExp): RegExp {
  const known = sticky.get(pattern);
  if (known !== undefined) return known;
  const twin = new RegExp(pattern.source, pattern.flags.replace('g', 'y'));
  sticky.set(pattern, twin);
  return twin;
}

/** The minimum cost of an attempt, in units of text. */
const priceOfTry = 16;
const sliceOfWork = 16_384;

/**
 * Reports all accepted matches that start in one of `starts`, which are pairs of a first and a last position.
 * Yields the amount of work done since the previous yield.
 */
export function* matchStarts(
  text: string,
  detector: PatternDetector,
  starts: readonly number[],
  onSpan: (span: Span) => void,
): Generator<number> {
  const pattern = stickyOf(detector.pattern);
  const { accept, group } = detector;
  let reached = 0;
  let spent = 0;
  for (let index = 0; index < starts.length; index += 2) {
    const last = starts[index + 1] as number;
    for (let start = starts[index] as number; start <= last; start += 1) {
      if (start < reached) continue;
      pattern.lastIndex = start;
      const match = pattern.exec(text);
      spent += priceOfTry;
      if (match !== null) {
        const { length } = match[0];
        spent += length;
        if (accept === undefined || accept(match, text)) {
          onSpan(spanOf(match, group, 0));
          reached = start + length;
        } else reached = start + (length >> 3);
      }
      if (spent < sliceOfWork) continue;
      yield spent;
      spent = 0;
    }
  }
  yield spent;
}

function spanOf(match: RegExpExecArray, group: number | undefined, from: number): Span {
  const part = group === undefined ? undefined : match[group];
  if (part === undefined) return [from + match.index, from + match.index + match[0].length];
  const start = from + match.index + match[0].lastIndexOf(part);
  return [start, start + part.length];
}
