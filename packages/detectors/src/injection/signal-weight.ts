// The weight of a detector's matches in the score, computed once per detector.

import type { PatternDetector } from '../detector.js';
import type { FunctionDetector } from '../function-detector.js';
import type { Signal } from './signal.js';

/** The weight of a signal. */
export interface SignalWeight {
  /** Signals of one technique count once; `undefined` stands for the name of the detector. */
  readonly technique: string | undefined;
  readonly weight: number;
  readonly weightInDescriptions: number;
}

/** The weight of a detector's matches. A detector without a weight is enough for a finding by itself. */
export function signalWeightOf(
  detector: PatternDetector | FunctionDetector | { readonly weight?: number },
): SignalWeight {
  const { technique, weight = 10, weightInDescriptions = weight } = detector as Partial<Signal>;
  return { technique, weight, weightInDescriptions };
}
