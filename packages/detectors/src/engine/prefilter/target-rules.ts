// Defines when a target is open in a text: all its literals occur near each other, and each literal is
// followed by the text that its pattern requires. The WebAssembly loops read these rules from their memory,
// so that most texts are decided without JavaScript.

import { decoders } from '../../decode/index.js';
import type { FollowingText, PatternDetector } from '../../detector.js';
import { signalWeightOf } from '../../injection/signal-weight.js';
import { defaultWindowRadius, type LiteralTarget, neighbourhood } from '../literals/candidate-windows.js';
import { isAscii } from '../normalize/ascii.js';

/** The rule of one target. */
export interface TargetRule {
  /**
   * The weight that the target adds to the total of an injection: 0 if the target counts by itself, negative
   * if it can never lead to a finding.
   */
  readonly weight: number;
  /** The technique of the signal. Signals of the same technique count once. */
  readonly technique: number;
  /**
   * The maximum distance between the ends of a first and an additional literal; 0 if the target needs no
   * additional literal.
   */
  readonly reach: number;
  readonly followed: FollowingText | undefined;
}

/** Creates the rules of all targets: detectors, decoders and function detectors. */
export function createTargetRules(
  targets: readonly LiteralTarget[],
  detectors: readonly PatternDetector[],
): readonly TargetRule[] {
  const techniques = new Map<string, number>();
  return targets.map((target, index) => {
    const detector = detectors[index];
    const rule = { weight: 0, technique: 0, reach: reachOf(target), followed: detector?.followed };
    if (detector?.kind !== 'injection') return rule;
    const { technique = detector.name, weight, weightInDescriptions } = signalWeightOf(detector);
    if (!techniques.has(technique)) techniques.set(technique, techniques.size);
    return {
      ...rule,
      technique: techniques.get(technique) as number,
      weight: Math.ceil(Math.max(weight, weightInDescriptions)),
    };
  });
}

/** Returns the index of the first function detector among the targets. */
export const firstFunctionDetectorOf = (detectors: readonly PatternDetector[]): number =>
  detectors.length + decoders.length;

function reachOf(target: LiteralTarget): number {
  const { literals, secondLiterals = [], windowRadius = defaultWindowRadius } = target;
  if (target.literalOffset !== undefined || selectiveSeconds(target).length === 0) return 0;
  if (target.secondReach !== undefined) return target.secondReach;
  return windowRadius + neighbourhood + Math.max(longestOf(literals), longestOf(secondLiterals));
}

/**
 * Returns the additional literals of a target. Returns none if one of them is a single ASCII character,
 * because such a character occurs in almost every text.
 */
export const selectiveSeconds = ({
  secondLiterals = [],
}: {
  readonly secondLiterals?: readonly string[];
}): readonly string[] =>
  secondLiterals.some((literal) => literal.length === 1 && isAscii(literal)) ? [] : secondLiterals;

function longestOf(literals: readonly string[]): number {
  let most = 0;
  for (const { length } of literals) most = Math.max(most, length);
  return most;
}
