// Collects matches. A text can consist of findings; after some thousand of one kind, adjacent ones are merged, as
// are signals of an injection that are near each other. This does not change which texts are reported, and hardly
// changes redactions.

import type { Finding } from '../../detector.js';
import type { SignalWeight } from '../../injection/signal-weight.js';
import type { TextForm } from './text-layer.js';

/** A signal; positions are those of the original text. */
export interface SignalMatch {
  readonly finding: Finding;
  /** Its weight in the score. */
  readonly weight: SignalWeight;
  readonly reading: TextForm;
}

const many = 2_048;
const touching = 4;
/** Signals with less distance are merged, because there is no relevant text between them. */
const near = 64;
/** The maximum length of merged signals, so that a signal is still scored with those around it. */
const longestSignal = 512;

/** True if a match is merged with the last one of its kind. */
function isJoined({ kind, start, end }: Finding, last: Finding): boolean {
  const distance = start - last.end;
  if (start < last.start) return false;
  return kind === 'injection' ? distance < near && end - last.start <= longestSignal : distance < touching;
}

interface DetectorCount {
  count: number;
  last: Finding & { end: number };
  readonly reading: TextForm;
}

/** Collects matches. INVARIANT: those of one detector in one layer are in the order of the text. */
export class MatchCollector {
  /** Matches of the injection family, which are scored. */
  readonly injectionSignals: SignalMatch[] = [];
  /** Matches of all other families. */
  readonly otherFindings: Finding[] = [];
  private readonly tallies = new Map<string, DetectorCount>();

  /** The stored finding may be extended, so it is a separate object. */
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
