// What was seen in one text so far, and whether it can be enough for a finding.

import { leastSum } from '../injection/judge.js';
import type { Scanner } from '../scanner.js';
import type { ScreenPlan, Target } from './screen-plan.js';

type DetectorTarget = Target & { readonly kind: 'detector' };

/** With so much that only waits for a second word, some of it will find one. */
const muchOpen = 5 * leastSum;

/** Adds up literals. Signals count wherever they stand, and nothing speaks for the innocent: no group of the engine's weighs more. */
export class Tally {
  /** Those that have to read the text. */
  readonly scanners: Scanner[];
  private readonly counts = new Map<Target, number>();
  private readonly open: DetectorTarget[] = [];
  private openSum = 0;
  private sum = 0;

  constructor(private readonly plan: ScreenPlan) {
    this.scanners = [...plan.restless];
  }

  /** Takes one literal. */
  isEnough(literal: number): boolean {
    for (const target of this.plan.waiting[literal] as readonly Target[]) {
      const count = (this.counts.get(target) ?? 0) + 1;
      this.counts.set(target, count);
      if (target.kind === 'decoder') {
        if (count >= target.enough) return true;
      } else if (count > 1) continue;
      else if (target.kind === 'scanner') this.scanners.push(target.scanner);
      else if (this.weighs(target)) return true;
    }
    return false;
  }

  /** Whether the second words of detectors have to be looked for. */
  get isOpen(): boolean {
    return this.sum + this.openSum >= leastSum;
  }

  /** Whether it is enough when the second words in a text in lower case and with single blanks are counted. */
  isEnoughWith(text: string): boolean {
    let sum = this.sum;
    for (const { also = [], weight } of this.open) {
      if (also.some((word) => text.includes(word))) sum += weight;
      if (sum >= leastSum) return true;
    }
    return false;
  }

  private weighs(target: DetectorTarget): boolean {
    if (target.also === undefined) {
      this.sum += target.weight;
      return this.sum >= leastSum;
    }
    this.open.push(target);
    this.openSum += target.weight;
    return this.openSum >= muchOpen;
  }
}
