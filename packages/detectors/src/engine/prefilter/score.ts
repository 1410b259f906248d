// What was seen in one text so far, and whether it can be enough for a finding.

import type { FunctionDetector } from '../../function-detector.js';
import { lowestThreshold } from '../../injection/score.js';
import type { LiteralConsumer, PrefilterPlan } from './plan.js';

type DetectorTarget = LiteralConsumer & { readonly kind: 'detector' };

/** With so much that only waits for a second word, some of it will find one. */
const conditionalLimit = 5 * lowestThreshold;

/** Adds up literals. Signals count wherever they stand, and nothing speaks for the innocent: no group of the engine's weighs more. */
export class PrefilterScore {
  /** Those that have to read the text. */
  readonly functionDetectors: FunctionDetector[];
  private readonly counts = new Map<LiteralConsumer, number>();
  private readonly conditional: DetectorTarget[] = [];
  private conditionalSum = 0;
  private sum = 0;

  constructor(private readonly plan: PrefilterPlan) {
    this.functionDetectors = [...plan.alwaysRun];
  }

  /** Takes one literal. */
  add(literal: number): boolean {
    for (const target of this.plan.consumers[literal] as readonly LiteralConsumer[]) {
      const count = (this.counts.get(target) ?? 0) + 1;
      this.counts.set(target, count);
      if (target.kind === 'decoder') {
        if (count >= target.minimumHits) return true;
      } else if (count > 1) continue;
      else if (target.kind === 'scanner') this.functionDetectors.push(target.scanner);
      else if (this.addWeight(target)) return true;
    }
    return false;
  }

  /** Whether the second words of detectors have to be looked for. */
  get needsSecondLiterals(): boolean {
    return this.sum + this.conditionalSum >= lowestThreshold;
  }

  /** Whether it is enough when the second words in a text in lower case and with single blanks are counted. */
  reachesThresholdIn(text: string): boolean {
    let sum = this.sum;
    for (const { secondLiterals = [], weight } of this.conditional) {
      if (secondLiterals.some((word) => text.includes(word))) sum += weight;
      if (sum >= lowestThreshold) return true;
    }
    return false;
  }

  private addWeight(target: DetectorTarget): boolean {
    if (target.secondLiterals === undefined) {
      this.sum += target.weight;
      return this.sum >= lowestThreshold;
    }
    this.conditional.push(target);
    this.conditionalSum += target.weight;
    return this.conditionalSum >= conditionalLimit;
  }
}
