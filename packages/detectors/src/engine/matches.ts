// What was seen so far. A text can be nothing but findings; past some thousand of one kind, those that all but touch are
// taken together, which changes nothing about what is flagged and little about what is redacted.

import type { Finding, PatternDetector } from '../detector.js';
import type { Scanner } from '../scanner.js';
import type { Reading } from './layer.js';

/** Something was seen; positions are of the original text. */
export interface Match {
  readonly finding: Finding;
  /** Who saw it. */
  readonly detector?: PatternDetector | Scanner;
  readonly reading: Reading;
}

const many = 2_048;
const touching = 4;

interface Tally {
  count: number;
  last: Finding & { end: number };
  readonly reading: Reading;
}

/** Collects matches. INVARIANT: those of one detector in one reading come in the order of the text. */
export class Matches {
  readonly all: Match[] = [];
  private readonly tallies = new Map<string, Tally>();

  add(finding: Finding, reading: Reading, detector?: PatternDetector | Scanner): void {
    const own = { ...finding };
    const tally = this.tallies.get(finding.detector);
    if (tally === undefined || tally.reading !== reading)
      this.tallies.set(finding.detector, { count: 1, last: own, reading });
    else {
      const distance = finding.start - tally.last.end;
      if (tally.count > many && finding.start >= tally.last.start && distance < touching) {
        tally.last.end = Math.max(tally.last.end, finding.end);
        return;
      }
      tally.count += 1;
      tally.last = own;
    }
    this.all.push(detector === undefined ? { finding: own, reading } : { finding: own, detector, reading });
  }
}
