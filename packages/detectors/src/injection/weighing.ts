// What the word of a detector counts among others. Read once for each text from detectors of many shapes, so that the many
// matches of a text need not.

import type { PatternDetector } from '../detector.js';
import type { Scanner } from '../scanner.js';
import type { Signal } from './signal.js';

/** The weight of a signal. */
export interface Weighing {
  /** The name of what was found unless told. */
  readonly idea: string | undefined;
  readonly weight: number;
  readonly inDescriptions: number;
}

/** The weighing of a detector. One that brings no weight means what it says. */
export function weighingOf(detector: PatternDetector | Scanner | { readonly weight?: number }): Weighing {
  const { idea, weight = 10, inDescriptions = weight } = detector as Partial<Signal>;
  return { idea, weight, inDescriptions };
}
