// Words with something between them that shows nothing, and no blank: folding runs them together, which is right when the
// parts of one word stand apart. Here they are read as the words that they may be.

import { isInvisible } from '../engine/fold-unit.js';
import type { HiddenRun } from '../engine/hidden-runs.js';
import { textOfUnits } from '../engine/text-of-units.js';
import { writeUnits } from '../engine/units-of-text.js';
import type { Decoded } from './decoder.js';

/** What stands around such words may belong to them. */
const around = 128;
/** Where nothing as long as this stands between two places, letters stand apart and not words. */
const shortest = 4;
const longest = 16_384;
const BLANK = 0x20;

/** The stretches of a text in which words may stand like that, with blanks; in between, the units of work done. */
export function* decodeHiddenBlanks(text: string, hidden: readonly HiddenRun[]): Generator<number | Decoded> {
  for (let first = 0; first < hidden.length; ) {
    const { start } = hidden[first] as HiddenRun;
    let { end } = hidden[first] as HiddenRun;
    let widest = 0;
    let next = first + 1;
    for (; next < hidden.length; next += 1) {
      const run = hidden[next] as HiddenRun;
      if (run.start - end > around || run.end - start > longest) break;
      widest = Math.max(widest, run.start - end);
      end = run.end;
    }
    // Where blanks are still the rule it is words that are cut, as soft hyphens do.
    if (widest >= shortest && countBlanks(text, start, end) < next - first) {
      const from = Math.max(0, start - around);
      const to = Math.min(text.length, end + around);
      yield { text: withBlanks(text.slice(from, to)), map: { locate: (a, b) => [from + a, from + b] } };
    }
    yield end - start;
    first = next;
  }
}

function countBlanks(text: string, start: number, end: number): number {
  // Looking in the whole text would go on to its end where there is no blank.
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
  return textOfUnits(units);
}
