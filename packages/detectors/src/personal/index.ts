// Personal data: the detectors of this family, one line each.

import type { PatternDetector } from '../detector.js';

export const personalDetectors: readonly PatternDetector[] = [];
