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

function look(plan: ScreenPlan, bytes: Uint8Array, start: number, end: number): Look {
  const { index } = plan;
  const { bits } = index;
  const classes = classOf;
  const hits: number[] = [];
  let crowd = firstCrowd;
  let backslash = false;
  let three = 0;
  // Two bytes at a time. Behind the last byte stands one of no class, so that every place is looked at.
  for (let at = start; at < end; at += 2) {
    const second = at + 1 < end ? (classes[bytes[at + 1] as number] as number) : 0;
    three = ((three << 12) | ((classes[bytes[at] as number] as number) << 6) | second) & 0x3ffff;
    if ((((bits[three >> 5] as number) >>> three) & 1) === 0) continue;
    const first = (three >> 6) & 63;
    if (first === foreignClass || second === foreignClass) return { verdict: 'foreign', backslash };
    if (first === backslashClass || second === backslashClass) backslash = true;
    index.check(bytes, start, end, at + 2, three, hits);
    if (hits.length < crowd) continue;
    if (findTargets(plan, hits) === undefined) return { verdict: 'true', backslash };
    crowd *= 2;
  }
  const runs = hasRun(bytes, start, end, shortestRun);
  if (runs && hasRun(bytes, start, end, longestWord)) return { verdict: 'true', backslash };
  if (!runs && hits.length === 0 && plan.restless.length === 0) return { verdict: 'false', backslash };
  const suspicion = new Suspicion(plan, bytes.subarray(start, end));
  const holds = (runs && holdsEncoded(suspicion.text)) || suspicion.isFounded(hits);
  return { verdict: holds ? 'true' : 'false', backslash };
}

/** Whether a run of letters and digits reads as text in base64 or hexadecimal. */
function holdsEncoded(text: string): boolean {
  for (const run of findRuns(text, 0, text.length)) if (decodeRun(text, run) !== undefined) return true;
  return false;
}
