// What was seen so far. A text can be nothing but findings; past some thousand of one kind, those that all but touch are
// taken together, and signals of an injection that are near, which changes nothing about what is flagged and little about
// what is redacted.

import type { Finding } from '../../detector.js';
import type { SignalWeight } from '../../injection/signal-weight.js';
import type { TextForm } from './text-layer.js';

/** A signal was seen; positions are of the original text. */
export interface SignalMatch {
  readonly finding: Finding;
  /** How much it counts in the score. */
  readonly weight: SignalWeight;
  readonly reading: TextForm;
}

const many = 2_048;
const touching = 4;
/** Between two signals there is no room for anything that is worth keeping. */
const near = 64;
/** What is taken together is no longer than this, so that a signal is still weighed with those around it. */
const longestSignal = 512;

/** Whether a match belongs to the last one of its kind. */
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

/** Collects matches. INVARIANT: those of one detector in one reading come in the order of the text. */
export class MatchCollector {
  /** Of the injection family: they have to be weighed. */
  readonly injectionSignals: SignalMatch[] = [];
  /** Of all other families. */
  readonly otherFindings: Finding[] = [];
  private readonly tallies = new Map<string, DetectorCount>();

  /** The finding is kept and may grow: it is nobody else's. */
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
