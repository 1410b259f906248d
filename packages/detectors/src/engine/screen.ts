// Could a text hold anything at all? One fast look at raw bytes, without decoding them. Most texts hold nothing and end
// here; only for the others is the engine's full search worth its time.
//
// A `false` is certain, because the look finds every literal that the engine's gate would find, and what stands near one is
// then judged by the engine's own windows, patterns, scanners and decoders. What it does not understand, it lets through.

import { decodeRun, findRuns } from '../decode/runs.js';
import type { PatternDetector } from '../detector.js';
import type { Scanner } from '../scanner.js';
import { backslashClass, classOf, foreignClass } from './screen-classes.js';
import { createScreenPlan, type ScreenPlan } from './screen-plan.js';
import { readPlain } from './screen-reading.js';
import { hasRun, shortestRun } from './screen-runs.js';
import { findTargets, Suspicion } from './screen-suspicion.js';

/** Whether bytes[start..end) could hold a finding, read as text or as the inside of a JSON string. */
export type Screen = (bytes: Uint8Array, start: number, end: number) => boolean;

/** The screen of some detectors and scanners. Its tables are built when it is first asked. */
export function createScreen(detectors: readonly PatternDetector[], scanners: readonly Scanner[]): Screen {
  let plan: ScreenPlan | undefined;
  return (bytes, start, end) => {
    plan ??= createScreenPlan(detectors, scanners);
    const raw = look(plan, bytes, start, end);
    if (raw.verdict === 'true') return true;
    let { backslash } = raw;
    if (raw.verdict === 'foreign') {
      const plain = readPlain(bytes, start, end, 'text');
      if (plain === undefined) return true;
      const folded = look(plan, plain, 0, plain.length);
      if (folded.verdict !== 'false') return true;
      backslash = folded.backslash;
    }
    if (!backslash) return false;
    const unescaped = readPlain(bytes, start, end, 'json');
    return unescaped === undefined || look(plan, unescaped, 0, unescaped.length).verdict !== 'false';
  };
}

/** After so many literals, and again after twice as many, it is worth counting who waits for them. */
const firstCrowd = 8;

/**
 * A word that is longer than this makes the engine cut a window inside of it, where a pattern takes the cut for the edge of
 * a word. Here edges are where they are.
 */
const longestWord = 128;

interface Look {
  readonly verdict: 'true' | 'false' | 'foreign';
  readonly backslash: boolean;
}

const CLEAN: Look = { verdict: 'false', backslash: false };

function look(plan: ScreenPlan, bytes: Uint8Array, start: number, end: number): Look {
  const { index } = plan;
  let hits: number[] | undefined;
  let crowd = firstCrowd;
  let backslash = false;
  for (let at = nextSuspect(index.bits, bytes, start, start, end); at < end; ) {
    const three = threeAt(bytes, start, at, end);
    const [first, second] = [(three >> 6) & 63, three & 63];
    if (first === foreignClass || second === foreignClass) return { verdict: 'foreign', backslash };
    if (first === backslashClass || second === backslashClass) backslash = true;
    hits ??= [];
    index.check(bytes, start, end, at + 2, three, hits);
    if (hits.length >= crowd) {
      if (findTargets(plan, hits) === undefined) return { verdict: 'true', backslash };
      crowd *= 2;
    }
    at = nextSuspect(index.bits, bytes, start, at + 2, end);
  }
  const runs = hasRun(bytes, start, end, shortestRun);
  if (!runs && plan.restless.length === 0 && (hits === undefined || hits.length === 0))
    return backslash ? { verdict: 'false', backslash } : CLEAN;
  if (runs && hasRun(bytes, start, end, longestWord)) return { verdict: 'true', backslash };
  const suspicion = new Suspicion(plan, bytes.subarray(start, end));
  const holds = (runs && holdsEncoded(suspicion.text)) || suspicion.isFounded(hits ?? []);
  return { verdict: holds ? 'true' : 'false', backslash };
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
