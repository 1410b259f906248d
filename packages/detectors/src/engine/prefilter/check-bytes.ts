// One look at a stretch of bytes: what was met is weighed, and it is over as soon as there is enough.

import { decodeEncodedRun, findEncodedRuns } from '../../decode/base-encodings.js';
import { collapseWhitespaceNow, withSingleSpaces } from '../normalize/collapse-whitespace.js';
import { findsAnything } from '../search.js';
import type { PrefilterPlan } from './plan.js';
import { PrefilterScore } from './score.js';

/** Nothing, enough for the engine to look, nothing but backslashes, or letters beyond ASCII. */
export type CheckResult = 'nothing' | 'holds' | 'escaped' | 'foreign';

const ascii = new TextDecoder();

/** Looks at bytes[start..end). `isWhole`: the engine reads it in one piece, so that runs and numbers end where they end. */
export function checkBytes(
  plan: PrefilterPlan,
  bytes: Uint8Array,
  start: number,
  end: number,
  isWhole: boolean,
): CheckResult {
  const { matcher } = plan;
  if (matcher === undefined) return 'holds';
  let tally: PrefilterScore | undefined;
  const seen = matcher.findLiterals(bytes, start, end, (literal) => {
    tally ??= new PrefilterScore(plan);
    return tally.add(literal);
  });
  if (seen === undefined) return 'holds';
  if (seen.foreign) return 'foreign';
  const verdict = seen.escaped ? 'escaped' : 'nothing';
  const hasRuns = matcher.hasEncodedRun();
  const scanners = tally?.functionDetectors ?? plan.alwaysRun;
  const isOpen = tally?.needsSecondLiterals === true;
  if (!hasRuns && scanners.length === 0 && !isOpen) return verdict;
  if (!isWhole && (hasRuns || scanners.length > 0)) return 'holds';
  const asItCame = ascii.decode(bytes.subarray(start, end));
  const text = collapseWhitespaceNow(asItCame);
  if (isOpen && tally?.reachesThresholdIn(withSingleSpaces(text).toLowerCase())) return 'holds';
  if ((hasRuns && hasEncodedText(text)) || findsAnything(scanners, text)) return 'holds';
  const unfolded = text === asItCame ? [] : scanners.filter((scanner) => scanner.readsOriginalText === true);
  return findsAnything(unfolded, asItCame) ? 'holds' : verdict;
}

/** Whether a run of letters and digits reads as text in base64 or hexadecimal. */
function hasEncodedText(text: string): boolean {
  for (const run of findEncodedRuns(text, 0, text.length))
    if (decodeEncodedRun(text, run) !== undefined) return true;
  return false;
}
