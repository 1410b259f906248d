// Personal data: the detectors of this family, one line each.

import type { PatternDetector } from '../detector.js';
import type { Scanner } from '../scanner.js';

export const personalDetectors: readonly PatternDetector[] = [];

/** What has no literal to wait for. */
export const personalScanners: readonly Scanner[] = [];
