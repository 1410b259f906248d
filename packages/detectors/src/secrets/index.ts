// Secrets: the detectors of this family, one line each.

import type { PatternDetector } from '../detector.js';
import type { Scanner } from '../scanner.js';

export const secretDetectors: readonly PatternDetector[] = [];

/** What has no literal to wait for. */
export const secretScanners: readonly Scanner[] = [];
