// What was seen in one text so far, and whether it can be enough for a finding.

import { leastSum } from '../injection/judge.js';
import type { Scanner } from '../scanner.js';
import type { ScreenPlan, Target } from './screen-plan.js';

/** Adds up literals. */
export class Tally {
  /** Those that have to read the text. */
  readonly scanners: Scanner[];
  private readonly counts = new Map<Target, number>();
  private sum = 0;

  constructor(private readonly plan: ScreenPlan) {
    this.scanners = [...plan.restless];
  }

  /**
   * Takes one literal. Signals weigh their most, wherever they stand, and what speaks for the innocent weighs nothing: no
   * group of the engine's weighs more.
   */
  isEnough(literal: number): boolean {
    for (const target of this.plan.waiting[literal] as readonly Target[]) {
      const count = (this.counts.get(target) ?? 0) + 1;
      this.counts.set(target, count);
      if (target.kind === 'decoder') {
        if (count >= target.enough) return true;
      } else if (count > 1) continue;
      else if (target.kind === 'scanner') this.scanners.push(target.scanner);
      else {
        this.sum += target.weight;
        if (this.sum >= leastSum) return true;
      }
    }
    return false;
  }
}
