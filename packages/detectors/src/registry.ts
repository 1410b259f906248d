// Every built-in detector and scanner, by kind.

import type { Kind, PatternDetector } from './detector.js';
import { egressDetectors, egressScanners } from './egress/index.js';
import { injectionDetectors, injectionScanners } from './injection/index.js';
import { personalDetectors, personalScanners } from './personal/index.js';
import type { Scanner } from './scanner.js';
import { secretDetectors, secretScanners } from './secrets/index.js';

/** What looks for one kind. */
export interface Family {
  readonly detectors: readonly PatternDetector[];
  readonly scanners: readonly Scanner[];
}

/** The built-in families. */
export const families: Readonly<Record<Kind, Family>> = {
  injection: { detectors: injectionDetectors, scanners: injectionScanners },
  secrets: { detectors: secretDetectors, scanners: secretScanners },
  personal: { detectors: personalDetectors, scanners: personalScanners },
  egress: { detectors: egressDetectors, scanners: egressScanners },
};

/** Every built-in detector with a pattern, of all kinds. */
export const detectors: readonly PatternDetector[] = Object.values(families).flatMap(
  (family) => family.detectors,
);
