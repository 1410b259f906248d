// One look at a stretch of bytes: fast over what holds nothing, and over as soon as enough was seen.

import { decodeRun, findRuns } from '../decode/runs.js';
import { backslashClass, classOf, foreignClass } from './screen-classes.js';
import { type Candidate, isThere } from './screen-index.js';
import type { ScreenPlan } from './screen-plan.js';
import { hasRun } from './screen-runs.js';
import { Tally } from './screen-tally.js';
import { findsAnything } from './search.js';

/** Nothing, enough for the engine to look, nothing but backslashes, or letters beyond ASCII. */
export type Look = 'nothing' | 'holds' | 'escaped' | 'foreign';

const ascii = new TextDecoder();
const NONE: readonly Candidate[] = [];

/** Looks at bytes[start..end). `isWhole`: the engine reads it in one piece, so that runs and numbers end where they end. */
export function look(
  plan: ScreenPlan,
  bytes: Uint8Array,
  start: number,
  end: number,
  isWhole: boolean,
): Look {
  const { index } = plan;
  let tally: Tally | undefined;
  let verdict: Look = 'nothing';
  for (let at = nextSuspect(index.bits, bytes, start, start, end); at < end; ) {
    const three = threeAt(bytes, start, at, end);
    const first = (three >> 6) & 63;
    const second = three & 63;
    if (first === foreignClass || second === foreignClass) return 'foreign';
    if (first === backslashClass || second === backslashClass) verdict = 'escaped';
    const suspicion = index.suspicionAt(three);
    const follows = at + 2 < end ? (classOf[bytes[at + 2] as number] as number) : 0;
    const candidates = suspicion.goesOnWith(follows) ? suspicion.candidates : NONE;
    for (let number = 0; number < candidates.length; number += 1) {
      const candidate = candidates[number] as Candidate;
      if (!isThere(candidate, bytes, start, end, at + 2)) continue;
      tally ??= new Tally(plan);
      if (tally.isEnough(candidate.literal)) return 'holds';
    }
    at = nextSuspect(index.bits, bytes, start, at + 2, end);
  }
  const hasRuns = hasRun(bytes, start, end);
  const scanners = tally?.scanners ?? plan.restless;
  const isOpen = tally?.isOpen === true;
  if (!hasRuns && scanners.length === 0 && !isOpen) return verdict;
  if (!isWhole && (hasRuns || scanners.length > 0)) return 'holds';
  const text = ascii.decode(bytes.subarray(start, end));
  if (isOpen && tally?.isEnoughWith(text.toLowerCase())) return 'holds';
  if ((hasRuns && holdsEncoded(text)) || findsAnything(scanners, text)) return 'holds';
  return verdict;
}

/** The classes of the byte before a place and of the two behind it. Outside of the stretch stand bytes of no class. */
function threeAt(bytes: Uint8Array, start: number, at: number, end: number): number {
  const before = at > start ? (classOf[bytes[at - 1] as number] as number) : 0;
  const second = at + 1 < end ? (classOf[bytes[at + 1] as number] as number) : 0;
  return (before << 12) | ((classOf[bytes[at] as number] as number) << 6) | second;
}

/**
 * The next place at which three classes are those of some literal; `end` or more when there is none. Two bytes at a time, and
 * nothing else: this loop is what a text costs that holds nothing.
 */
function nextSuspect(bits: Int32Array, bytes: Uint8Array, start: number, from: number, end: number): number {
  const classes = classOf;
  const last = end - 1;
  let before = from > start ? (classes[bytes[from - 1] as number] as number) : 0;
  let at = from;
  for (; at < last; at += 2) {
    const second = classes[bytes[at + 1] as number] as number;
    const three = (before << 12) | ((classes[bytes[at] as number] as number) << 6) | second;
    if ((((bits[three >> 5] as number) >>> (three & 31)) & 1) !== 0) return at;
    before = second;
  }
  if (at >= end) return end;
  const three = (before << 12) | ((classes[bytes[at] as number] as number) << 6);
  return (((bits[three >> 5] as number) >>> (three & 31)) & 1) === 0 ? end : at;
}

/** Whether a run of letters and digits reads as text in base64 or hexadecimal. */
function holdsEncoded(text: string): boolean {
  for (const run of findRuns(text, 0, text.length)) if (decodeRun(text, run) !== undefined) return true;
  return false;
}
