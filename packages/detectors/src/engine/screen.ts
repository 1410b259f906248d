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
import { hasLongRun } from './screen-runs.js';
import { Suspicion } from './screen-suspicion.js';

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

interface Look {
  readonly verdict: 'true' | 'false' | 'foreign';
  readonly backslash: boolean;
}

function look(plan: ScreenPlan, bytes: Uint8Array, start: number, end: number): Look {
  const { index } = plan;
  const { bits } = index;
  const classes = classOf;
  let backslash = false;
  let suspicion: Suspicion | undefined;
  const onHit = (literal: number, hitEnd: number): void => {
    suspicion ??= new Suspicion(plan, bytes, start, end);
    suspicion.add(literal, hitEnd);
  };
  let three = 0;
  for (let at = start; at < end; at += 1) {
    three = ((three << 6) | (classes[bytes[at] as number] as number)) & 0x3ffff;
    if ((((bits[three >> 5] as number) >>> three) & 1) === 0) continue;
    const last = three & 63;
    if (last === foreignClass) return { verdict: 'foreign', backslash };
    if (last === backslashClass) backslash = true;
    index.check(bytes, start, end, at, three, onHit);
    if (suspicion?.isCrowded) return { verdict: 'true', backslash };
  }
  const runs = hasLongRun(bytes, start, end);
  if (runs || plan.restless.length > 0) suspicion ??= new Suspicion(plan, bytes, start, end);
  if (suspicion === undefined) return { verdict: 'false', backslash };
  const holds = (runs && holdsEncoded(suspicion.text)) || suspicion.isFounded();
  return { verdict: holds ? 'true' : 'false', backslash };
}

/** Whether a run of letters and digits reads as text in base64 or hexadecimal. */
function holdsEncoded(text: string): boolean {
  for (const run of findRuns(text, 0, text.length)) if (decodeRun(text, run) !== undefined) return true;
  return false;
}
