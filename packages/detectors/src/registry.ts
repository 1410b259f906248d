// Every built-in detector, by kind.

import type { Kind, PatternDetector } from './detector.js';
import { egressDetectors } from './egress/index.js';
import { injectionDetectors } from './injection/index.js';
import { personalDetectors } from './personal/index.js';
import { secretDetectors } from './secrets/index.js';

/** The built-in detectors of each kind. */
export const detectorsByKind: Readonly<Record<Kind, readonly PatternDetector[]>> = {
  injection: injectionDetectors,
  secrets: secretDetectors,
  personal: personalDetectors,
  egress: egressDetectors,
};
