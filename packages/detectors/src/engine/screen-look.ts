// One look at a stretch of bytes: what was met is weighed, and it is over as soon as there is enough.

import { decodeRun, findRuns } from '../decode/runs.js';
import type { ScreenPlan } from './screen-plan.js';
import { Tally } from './screen-tally.js';
import { findsAnything } from './search.js';
import { squeezeNow, withSingleBlanks } from './squeeze.js';

/** Nothing, enough for the engine to look, nothing but backslashes, or letters beyond ASCII. */
export type Look = 'nothing' | 'holds' | 'escaped' | 'foreign';

const ascii = new TextDecoder();

/** Looks at bytes[start..end). `isWhole`: the engine reads it in one piece, so that runs and numbers end where they end. */
export function look(
  plan: ScreenPlan,
  bytes: Uint8Array,
  start: number,
  end: number,
  isWhole: boolean,
): Look {
  const { loops } = plan;
  if (loops === undefined) return 'holds';
  let tally: Tally | undefined;
  const seen = loops.look(bytes, start, end, (literal) => {
    tally ??= new Tally(plan);
    return tally.isEnough(literal);
  });
  if (seen === undefined) return 'holds';
  if (seen.foreign) return 'foreign';
  const verdict = seen.escaped ? 'escaped' : 'nothing';
  const hasRuns = loops.hasRun();
  const scanners = tally?.scanners ?? plan.restless;
  const isOpen = tally?.isOpen === true;
  if (!hasRuns && scanners.length === 0 && !isOpen) return verdict;
  if (!isWhole && (hasRuns || scanners.length > 0)) return 'holds';
  const asItCame = ascii.decode(bytes.subarray(start, end));
  const text = squeezeNow(asItCame);
  if (isOpen && tally?.isEnoughWith(withSingleBlanks(text).toLowerCase())) return 'holds';
  if ((hasRuns && holdsEncoded(text)) || findsAnything(scanners, text)) return 'holds';
  const unfolded = text === asItCame ? [] : scanners.filter((scanner) => scanner.unfolded === true);
  return findsAnything(unfolded, asItCame) ? 'holds' : verdict;
}

/** Whether a run of letters and digits reads as text in base64 or hexadecimal. */
function holdsEncoded(text: string): boolean {
  for (const run of findRuns(text, 0, text.length)) if (decodeRun(text, run) !== undefined) return true;
  return false;
}
