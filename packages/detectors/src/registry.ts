// Lists all built-in detectors and function detectors by kind.

import type { Kind, PatternDetector } from './detector.js';
import { egressDetectors, egressFunctionDetectors } from './egress/index.js';
import type { FunctionDetector } from './function-detector.js';
import { injectionFunctionDetectors, injectionPatternDetectors } from './injection/index.js';
import { personalDetectors, personalFunctionDetectors } from './personal/index.js';
import { secretFunctionDetectors, secretPatternDetectors } from './secrets/index.js';

/** The detectors of one kind. */
export interface DetectorFamily {
  readonly patternDetectors: readonly PatternDetector[];
  readonly functionDetectors: readonly FunctionDetector[];
}

/** The built-in families. */
export const families: Readonly<Record<Kind, DetectorFamily>> = {
  injection: { patternDetectors: injectionPatternDetectors, functionDetectors: injectionFunctionDetectors },
  secrets: { patternDetectors: secretPatternDetectors, functionDetectors: secretFunctionDetectors },
  personal: { patternDetectors: personalDetectors, functionDetectors: personalFunctionDetectors },
  egress: { patternDetectors: egressDetectors, functionDetectors: egressFunctionDetectors },
};

/** All built-in pattern detectors. */
export const detectors: readonly PatternDetector[] = Object.values(families).flatMap(
  (family) => family.patternDetectors,
);
