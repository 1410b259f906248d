// Characters that show nothing, where nobody needs them. Emoji, Persian and Hindi do need some; their neighbours tell.

import type { Severity } from '../detector.js';
import type { HiddenRun } from '../engine/hidden-runs.js';
import type { Match } from '../engine/matches.js';
import type { Place } from './judge.js';
import { weighingOf } from './weighing.js';

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

/** How many zero-width characters between Latin letters are no accident; in a description one is enough. */
const accidents: Readonly<Record<Place, number>> = { argument: 4, result: 4, description: 1 };

/** What the hidden characters of a text say, as signals. */
export function findHidden(text: string, runs: readonly HiddenRun[], as: Place): Match[] {
  const signals: Match[] = [];
  const between: HiddenRun[] = [];
  for (const run of runs) {
    const signal = judgeRun(text, run);
    if (signal !== undefined) signals.push(signal);
    if (splitsWord(text, run)) between.push(run);
  }
  if (between.length < accidents[as]) return signals;
  const weight = as === 'description' ? 6 : 3;
  return signals.concat(
    joinRuns(between).map((run) => toSignal('zero-width-letters', 'medium', weight, run)),
  );
}

/** A word with something hidden between all its letters is one place. */
function joinRuns(runs: readonly HiddenRun[]): HiddenRun[] {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of runs) {
    const last = joined[joined.length - 1];
    if (last !== undefined && start - last.end <= 2) last.end = end;
    else joined.push({ start, end });
  }
  return joined;
}

function judgeRun(text: string, run: HiddenRun): Match | undefined {
  // Most runs are one joiner or selector, and a text may hold a million of them.
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

/** The flags of England, Scotland and Wales are a black flag and tag characters. */
const isFlag = (text: string, { start, end }: HiddenRun): boolean =>
  text.slice(start - 2, start) === '\u{1f3f4}' && end - start <= 16;

const splitsWord = (text: string, { start, end }: HiddenRun): boolean =>
  isAsciiLetter(text.charCodeAt(start - 1)) &&
  isAsciiLetter(text.charCodeAt(end)) &&
  isZeroWidth(text.charCodeAt(start));

const toSignal = (detector: string, severity: Severity, weight: number, run: HiddenRun): Match => ({
  finding: { kind: 'injection', detector, severity, start: run.start, end: run.end },
  weighing: weighingOf({ weight }),
  reading: 'plain',
});
