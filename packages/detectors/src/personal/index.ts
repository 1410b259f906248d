// Personal data: the detectors of this family, one line each.

import type { PatternDetector } from '../detector.js';
import type { FunctionDetector } from '../function-detector.js';
import { email } from './email.js';
import { ipv6 } from './ip.js';
import { numbers } from './numbers.js';

export { urlDetector } from './url.js';

export const personalDetectors: readonly PatternDetector[] = [];

/** What has no literal to wait for. */
export const personalFunctionDetectors: readonly FunctionDetector[] = [email, ipv6, numbers];
