// Determines the weight of a detector in the score. The weight is computed once for each detector.

import type { PatternDetector } from '../detector.js';
import type { FunctionDetector } from '../function-detector.js';
import type { Signal } from './signal.js';

/** The weight of a signal. */
export interface SignalWeight {
  /**
   * The technique of the signal. Signals of the same technique count once. `undefined` stands for the name of the
   * detector.
   */
  readonly technique: string | undefined;
  readonly weight: number;
  readonly weightInDescriptions: number;
}

/**
 * Returns the weight of the matches of a detector. If a detector has no weight, one match is sufficient for a
 * finding.
 */
export function signalWeightOf(
  detector: PatternDetector | FunctionDetector | { readonly weight?: number },
): SignalWeight {
  const { technique, weight = 10, weightInDescriptions = weight } = detector as Partial<Signal>;
  return { technique, weight, weightInDescriptions };
}
