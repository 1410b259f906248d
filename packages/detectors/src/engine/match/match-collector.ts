// Collects matches. A text can consist entirely of matches, so after some thousand matches of one kind,
// adjacent matches are merged, as are injection signals that are close to each other. Merging does not change
// which texts are reported, and redactions hardly change.

import type { Finding } from '../../detector.js';
import type { SignalWeight } from '../../injection/signal-weight.js';
import type { TextForm } from './text-layer.js';

/** A signal with its positions in the original text. */
export interface SignalMatch {
  readonly finding: Finding;
  /** The weight of the signal in the score. */
  readonly weight: SignalWeight;
  readonly reading: TextForm;
}

const many = 2_048;
const touching = 4;
/** Signals with a smaller distance are merged, because there is no relevant text between them. */
const near = 64;
/** The maximum length of merged signals. A longer signal might not be scored together with its neighbors. */
const maxSignalLength = 512;

/** Tests whether a match is merged with the previous match of its kind. */
function isJoined({ kind, start, end }: Finding, last: Finding): boolean {
  const distance = start - last.end;
  if (start < last.start) return false;
  return kind === 'injection' ? distance < near && end - last.start <= maxSignalLength : distance < touching;
}

interface DetectorCount {
  count: number;
  last: Finding & { end: number };
  readonly reading: TextForm;
}

/**
 * Collects the matches of one search. INVARIANT: the matches of one detector in one layer are added in the
 * order of the text.
 */
export class MatchCollector {
  /** Matches of kind `injection`, which are scored. */
  readonly injectionSignals: SignalMatch[] = [];
  /** Matches of all other kinds. */
  readonly otherFindings: Finding[] = [];
  private readonly tallies = new Map<string, DetectorCount>();

  /** The stored finding may be extended later, so it is a separate object. */
  add(finding: Finding, reading: TextForm, weight: SignalWeight): void {
    const tally = this.tallies.get(finding.detector);
    if (tally === undefined || tally.reading !== reading)
      this.tallies.set(finding.detector, { count: 1, last: finding, reading });
    else {
      if (tally.count > many && isJoined(finding, tally.last)) {
        tally.last.end = Math.max(tally.last.end, finding.end);
        return;
      }
      tally.count += 1;
      tally.last = finding;
    }
    if (finding.kind === 'injection') this.injectionSignals.push({ finding, weight, reading });
    else this.otherFindings.push(finding);
  }
}
