// Lists the injection detectors: patterns whose matches are signals, and detectors that analyze sentences.

import type { FunctionDetector } from '../function-detector.js';
import { patternSignals } from './patterns/index.js';
import { readerDetectors } from './readers/index.js';
import { sentenceDetectors } from './sentences/index.js';
import type { Signal } from './signal.js';

export const injectionPatternDetectors: readonly Signal[] = patternSignals;

export const injectionFunctionDetectors: readonly FunctionDetector[] = [
  ...sentenceDetectors,
  ...readerDetectors,
];
