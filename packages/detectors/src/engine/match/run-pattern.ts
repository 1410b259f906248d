// Runs a pattern detector in one layer of a text: at the possible starts of matches, or in the windows around
// its literals.

import type { PatternDetector } from '../../detector.js';
import { signalWeightOf } from '../../injection/signal-weight.js';
import type { CandidateWindows } from '../literals/candidate-windows.js';
import type { Span } from '../normalize/position-map.js';
import { runToEnd } from '../run-to-end.js';
import type { MatchCollector } from './match-collector.js';
import { matchStarts, matchWindow } from './match-pattern.js';
import type { TextLayer } from './text-layer.js';

/**
 * Smaller amounts of work are reported together, because a pause costs as much as searching a short window.
 */
const worthTelling = 4_096;

/** Runs a detector. Yields the amount of work done since the previous yield. */
export function* runPattern(
  detector: PatternDetector,
  { text, form, locate }: TextLayer,
  found: CandidateWindows,
  matches: MatchCollector,
): Generator<number> {
  const { kind, name, severity } = detector;
  const weight = signalWeightOf(detector);
  const onSpan = (span: Span): void => {
    const [start, end] = locate(span[0], span[1]);
    matches.add({ kind, detector: name, severity, start, end }, form, weight);
  };
  if (found.starts.length > 0) yield* matchStarts(text, detector, found.starts, onSpan);
  let spent = 0;
  for (const { start, end } of found.pieces()) {
    matchWindow(text, detector, start, end, onSpan);
    spent += end - start;
    if (spent < worthTelling) continue;
    yield spent;
    spent = 0;
  }
  yield spent;
}

/** Tests whether a detector has a match in a short text. */
export function matchesSomewhere(detector: PatternDetector, text: string, found: CandidateWindows): boolean {
  let isMatch = false;
  const onSpan = (): void => {
    isMatch = true;
  };
  if (found.starts.length > 0) runToEnd(matchStarts(text, detector, found.starts, onSpan));
  for (const { start, end } of found.pieces()) {
    if (isMatch) break;
    matchWindow(text, detector, start, end, onSpan);
  }
  return isMatch;
}
