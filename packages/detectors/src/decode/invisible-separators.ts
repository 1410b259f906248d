// Decodes words that are separated by invisible characters instead of spaces. Normalization removes invisible
// characters, which is correct inside a word. Here they are replaced by spaces, because they may separate words.

import type { InvisibleRun } from '../engine/normalize/invisible-runs.js';
import { isInvisible } from '../engine/normalize/normalize-character.js';
import { textFromUnits } from '../engine/normalize/text-from-units.js';
import { writeUnits } from '../engine/normalize/units-from-text.js';
import type { Decoded } from './decoder.js';

/** The length of the surrounding text that is decoded together with the separated words. */
const margin = 128;
/**
 * The minimum length of the longest part. If all parts are shorter, the invisible characters separate letters and not
 * words.
 */
const shortestPart = 4;
const maxStretchLength = 16_384;
const BLANK = 0x20;

/**
 * Yields the ranges of a text that contain such words, with spaces between the words, and in between the amount of
 * work done.
 */
export function* decodeInvisibleSeparators(
  text: string,
  hidden: readonly InvisibleRun[],
): Generator<number | Decoded> {
  for (let first = 0; first < hidden.length; ) {
    const { start } = hidden[first] as InvisibleRun;
    let { end } = hidden[first] as InvisibleRun;
    let widest = 0;
    let next = first + 1;
    for (; next < hidden.length; next += 1) {
      const run = hidden[next] as InvisibleRun;
      if (run.start - end > margin || run.end - start > maxStretchLength) break;
      widest = Math.max(widest, run.start - end);
      end = run.end;
    }
    // If there are more spaces than invisible characters, the invisible characters are inside words, as soft hyphens
    // are.
    if (widest >= shortestPart && countBlanks(text, start, end) < next - first) {
      const from = Math.max(0, start - margin);
      const to = Math.min(text.length, end + margin);
      yield { text: withBlanks(text.slice(from, to)), map: { locate: (a, b) => [from + a, from + b] } };
    }
    yield end - start;
    first = next;
  }
}

function countBlanks(text: string, start: number, end: number): number {
  // The text is cut first, because `indexOf` would search to the end of the text if there is no space.
  const stretch = text.slice(start, end);
  let count = 0;
  for (let at = stretch.indexOf(' '); at !== -1; at = stretch.indexOf(' ', at + 1)) count += 1;
  return count;
}

function withBlanks(text: string): string {
  const units = new Uint16Array(text.length);
  writeUnits(text, units);
  for (let at = 0; at < units.length; at += 1)
    if ((units[at] as number) > 0x7f && isInvisible(units[at] as number)) units[at] = BLANK;
  return textFromUnits(units);
}
