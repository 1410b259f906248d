// Could a text hold anything at all? One fast look at raw bytes, without decoding them. Most texts hold nothing and end
// here; only for the others is the engine's full search worth its time.
//
// A `false` is certain: the look finds every literal without which no detector, decoder or scanner can find anything. It
// answers `true` as soon as enough was seen, because the search has to read the text then anyway, and so it does for what
// it does not understand.

import type { PatternDetector } from '../../detector.js';
import type { FunctionDetector } from '../../function-detector.js';
import { checkBytes } from './check-bytes.js';
import { hasOtherEscapes, normalizeBytes } from './normalize-bytes.js';
import { createPrefilterPlan, type PrefilterPlan } from './plan.js';

export interface Prefilter {
  /** Whether bytes[start..end) could hold a finding, read as text or as the inside of a JSON string. */
  mayMatch(bytes: Uint8Array, start: number, end: number): boolean;
  /** Whether no string of a JSON text could: how often each name is a key in it; else, or in doubt, `undefined`. */
  countKeysIfClean(json: Uint8Array, names: readonly string[]): readonly number[] | undefined;
}

/** The screen of some detectors and scanners. Its tables are built when it is first asked. */
export function createPrefilter(
  detectors: readonly PatternDetector[],
  scanners: readonly FunctionDetector[],
): Prefilter {
  let made: PrefilterPlan | undefined;
  const planned = (): PrefilterPlan => {
    made ??= createPrefilterPlan(detectors, scanners);
    return made;
  };
  const blameless = new CleanStringCache();
  return {
    mayMatch: (bytes, start, end) => holds(planned(), bytes, start, end),
    countKeysIfClean(json, names) {
      const plan = planned();
      if (plan.alwaysRun.length > 0) return undefined;
      return plan.matcher?.countKeysIfClean(json, names, (bytes, start, end) =>
        blameless.recall(bytes, start, end, () => holds(plan, bytes, start, end)),
      );
    },
  };
}

/** Methods, tools, types: short strings that come again and again, and that were in doubt and held nothing. */
class CleanStringCache {
  readonly #known = new Set<string>();

  /** Whether something stands in bytes[start..end), from memory where it can be. */
  recall(bytes: Uint8Array, start: number, end: number, mayHoldMatch: () => boolean): boolean {
    if (end - start > longestKept) return mayHoldMatch();
    let text = '';
    for (let at = start; at < end; at += 1) text += String.fromCharCode(bytes[at] as number);
    if (this.#known.has(text)) return false;
    if (mayHoldMatch()) return true;
    if (this.#known.size === mostKept) this.#known.clear();
    this.#known.add(text);
    return false;
  }
}

const longestKept = 64;
const mostKept = 256;

function holds(plan: PrefilterPlan, bytes: Uint8Array, start: number, end: number): boolean {
  const raw = checkBytes(plan, bytes, start, end, true);
  if (raw === 'nothing' || raw === 'holds') return raw === 'holds';
  const stretch = bytes.subarray(start, end);
  if (raw === 'escaped') return mayHoldEscapedMatch(plan, stretch);
  const folded = normalizeBytes(stretch, 'text', !plan.needsOriginalText);
  if (folded === undefined) return true;
  const plain = checkBytes(plan, folded, 0, folded.length, true);
  return plain === 'escaped' ? mayHoldEscapedMatch(plan, stretch) : plain === 'holds';
}

/** The escapes of a JSON string, and as many around them as the engine resolves. */
const deepest = 4;

function mayHoldEscapedMatch(plan: PrefilterPlan, bytes: Uint8Array): boolean {
  let stretch = bytes;
  for (let depth = 0; depth < deepest; depth += 1) {
    const plain = hasOtherEscapes(stretch)
      ? undefined
      : normalizeBytes(stretch, 'json', !plan.needsOriginalText);
    if (plain === undefined) return true;
    // The engine resolves escapes in windows around them, and what it cuts there may look like something else.
    const inner = checkBytes(plan, plain, 0, plain.length, stretch.length <= plan.maxUncutLength);
    if (inner !== 'escaped') return inner === 'holds';
    if (plain.length === stretch.length) return false;
    stretch = plain;
  }
  return true;
}
