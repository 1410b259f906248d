// Secrets: the detectors of this family, one line each.

import type { PatternDetector } from '../detector.js';

export const secretDetectors: readonly PatternDetector[] = [];
