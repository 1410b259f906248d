// Lists the detectors of personal data.

import type { PatternDetector } from '../detector.js';
import type { FunctionDetector } from '../function-detector.js';
import { email } from './email.js';
import { ipv6 } from './ip.js';
import { numbers } from './numbers.js';

export { urlDetector } from './url.js';

export const personalDetectors: readonly PatternDetector[] = [];

/** The function detectors, which have no literals. */
export const personalFunctionDetectors: readonly FunctionDetector[] = [email, ipv6, numbers];
