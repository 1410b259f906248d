// Could a text hold anything at all? One fast look at raw bytes, without decoding them. Most texts hold nothing and end
// here; only for the others is the engine's full search worth its time.
//
// A `false` is certain: the look finds every literal without which no detector, decoder or scanner can find anything. It
// answers `true` as soon as enough was seen, because the search has to read the text then anyway, and so it does for what
// it does not understand.

import type { PatternDetector } from '../detector.js';
import type { Scanner } from '../scanner.js';
import { look } from './screen-look.js';
import { createScreenPlan, type ScreenPlan } from './screen-plan.js';
import { isMixed, readPlain } from './screen-reading.js';

export interface Screen {
  /** Whether bytes[start..end) could hold a finding, read as text or as the inside of a JSON string. */
  screen(bytes: Uint8Array, start: number, end: number): boolean;
  /** Whether no string of a JSON text could: how often each name is a key in it; else, or in doubt, `undefined`. */
  survey(json: Uint8Array, names: readonly string[]): readonly number[] | undefined;
  /**
   * Where the plain words end that begin here: letters, digits, blanks and `, . ! ? ;`, behind a letter. -1 when there are none,
   * when they could hold a finding, when one is as long as keys are, and when it is one word alone, which may spell anything.
   */
  endOfWords(bytes: Uint8Array, from: number): number;
}

/** The screen of some detectors and scanners. Its tables are built when it is first asked. */
export function createScreen(detectors: readonly PatternDetector[], scanners: readonly Scanner[]): Screen {
  let made: ScreenPlan | undefined;
  const planned = (): ScreenPlan => {
    made ??= createScreenPlan(detectors, scanners);
    return made;
  };
  const blameless = new Blameless();
  return {
    screen: (bytes, start, end) => holds(planned(), bytes, start, end),
    endOfWords(bytes, from) {
      const { restless, loops } = planned();
      return restless.length > 0 || loops === undefined ? -1 : loops.endOfWords(bytes, from);
    },
    survey(json, names) {
      const plan = planned();
      if (plan.restless.length > 0) return undefined;
      return plan.loops?.survey(json, names, (bytes, start, end) =>
        blameless.recall(bytes, start, end, () => holds(plan, bytes, start, end)),
      );
    },
  };
}

/** Methods, tools, types: short strings that come again and again, and that were in doubt and held nothing. */
class Blameless {
  readonly #known = new Set<string>();

  /** Whether something stands in bytes[start..end), from memory where it can be. */
  recall(bytes: Uint8Array, start: number, end: number, holds: () => boolean): boolean {
    if (end - start > longestKept) return holds();
    let text = '';
    for (let at = start; at < end; at += 1) text += String.fromCharCode(bytes[at] as number);
    if (this.#known.has(text)) return false;
    if (holds()) return true;
    if (this.#known.size === mostKept) this.#known.clear();
    this.#known.add(text);
    return false;
  }
}

const longestKept = 64;
const mostKept = 256;

function holds(plan: ScreenPlan, bytes: Uint8Array, start: number, end: number): boolean {
  const raw = look(plan, bytes, start, end, true);
  if (raw === 'nothing' || raw === 'holds') return raw === 'holds';
  const stretch = bytes.subarray(start, end);
  if (raw === 'escaped') return holdsEscaped(plan, stretch);
  const folded = readPlain(stretch, 'text', !plan.readsUnfolded);
  if (folded === undefined) return true;
  const plain = look(plan, folded, 0, folded.length, true);
  return plain === 'escaped' ? holdsEscaped(plan, stretch) : plain === 'holds';
}

/** The escapes of a JSON string, and as many around them as the engine resolves. */
const deepest = 4;

function holdsEscaped(plan: ScreenPlan, bytes: Uint8Array): boolean {
  let stretch = bytes;
  for (let depth = 0; depth < deepest; depth += 1) {
    const plain = isMixed(stretch) ? undefined : readPlain(stretch, 'json', !plan.readsUnfolded);
    if (plain === undefined) return true;
    // The engine resolves escapes in windows around them, and what it cuts there may look like something else.
    const inner = look(plan, plain, 0, plain.length, stretch.length <= plan.shortestCut);
    if (inner !== 'escaped') return inner === 'holds';
    if (plain.length === stretch.length) return false;
    stretch = plain;
  }
  return true;
}
