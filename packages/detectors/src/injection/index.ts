// The injection family: signals found by patterns, and detectors that analyse sentences.

import type { FunctionDetector } from '../function-detector.js';
import { patternSignals } from './patterns/index.js';
import { sentenceDetectors } from './sentences/index.js';
import type { Signal } from './signal.js';

export const injectionPatternDetectors: readonly Signal[] = patternSignals;

export const injectionFunctionDetectors: readonly FunctionDetector[] = sentenceDetectors;
