// Creates signals for invisible characters: tag characters, variation selectors, zero-width characters and
// bidirectional controls. Emoji, Persian and Hindi need some of them, so the neighboring characters determine whether
// there is a signal.

import type { Severity } from '../detector.js';
import type { SignalMatch } from '../engine/match/match-collector.js';
import type { InvisibleRun } from '../engine/normalize/invisible-runs.js';
import type { TextRole } from './score.js';
import { signalWeightOf } from './signal-weight.js';

const isAsciiLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;
const isOverride = (code: number): boolean => code === 0x202d || code === 0x202e;
const isIsolate = (code: number): boolean =>
  code === 0x202a || code === 0x202b || (code >= 0x2066 && code <= 0x2068);
const isBidi = (code: number): boolean => isOverride(code) || isIsolate(code);
const isZeroWidth = (code: number): boolean =>
  (code >= 0x200b && code <= 0x200d) || (code >= 0x2060 && code <= 0x2064) || code === 0xfeff;
const isSelector = (code: number): boolean =>
  (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef);
const isTag = (code: number): boolean => code >= 0xe0020 && code <= 0xe007e;

/** The minimum number of zero-width characters between Latin letters for a signal. */
const zeroWidthMinimum: Readonly<Record<TextRole, number>> = { argument: 4, result: 4, description: 1 };

/** Returns the signals for the invisible characters of a text. */
export function findInvisibleCharacters(
  text: string,
  runs: readonly InvisibleRun[],
  as: TextRole,
): SignalMatch[] {
  const signals: SignalMatch[] = [];
  const insideWords: InvisibleRun[] = [];
  for (const run of runs) {
    const signal = classifyRun(text, run);
    if (signal !== undefined) signals.push(signal);
    if (splitsWord(text, run)) insideWords.push(run);
  }
  if (insideWords.length < zeroWidthMinimum[as]) return signals;
  const weight = as === 'description' ? 6 : 3;
  return signals.concat(
    joinAdjacent(insideWords).map((run) => toSignal('zero-width-letters', 'medium', weight, run)),
  );
}

/**
 * Joins the ranges of a word with an invisible character between all its letters, so that there is only one finding.
 */
function joinAdjacent(runs: readonly InvisibleRun[]): InvisibleRun[] {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of runs) {
    const last = joined[joined.length - 1];
    if (last !== undefined && start - last.end <= 2) last.end = end;
    else joined.push({ start, end });
  }
  return joined;
}

function classifyRun(text: string, run: InvisibleRun): SignalMatch | undefined {
  // Fast path: most ranges are a single joiner or selector, and a text may contain a million of them.
  if (run.end - run.start === 1 && !isBidi(text.charCodeAt(run.start))) return undefined;
  const codes = [...text.slice(run.start, Math.min(run.end, run.start + 4096))].map(
    (character) => character.codePointAt(0) ?? 0,
  );
  const count = (test: (code: number) => boolean): number => codes.filter(test).length;
  if (count(isTag) >= 3 && !isFlag(text, run)) return toSignal('tag-characters', 'critical', 8, run);
  if (count(isSelector) >= 4) return toSignal('selector-payload', 'critical', 8, run);
  if (count(isZeroWidth) >= 12) return toSignal('zero-width-payload', 'high', 6, run);
  if (codes.some(isOverride)) return toSignal('bidi-override', 'high', 6, run);
  if (
    codes.some(isIsolate) &&
    isAsciiLetter(text.charCodeAt(run.end)) &&
    isAsciiLetter(text.charCodeAt(run.start - 1))
  )
    return toSignal('bidi-isolate', 'medium', 3, run);
  return undefined;
}

/** The flags of England, Scotland and Wales consist of a black flag and tag characters. */
const isFlag = (text: string, { start, end }: InvisibleRun): boolean =>
  text.slice(start - 2, start) === '\u{1f3f4}' && end - start <= 16;

const splitsWord = (text: string, { start, end }: InvisibleRun): boolean =>
  isAsciiLetter(text.charCodeAt(start - 1)) &&
  isAsciiLetter(text.charCodeAt(end)) &&
  isZeroWidth(text.charCodeAt(start));

const toSignal = (detector: string, severity: Severity, weight: number, run: InvisibleRun): SignalMatch => ({
  finding: { kind: 'injection', detector, severity, start: run.start, end: run.end },
  weight: signalWeightOf({ weight }),
  reading: 'plain',
});
