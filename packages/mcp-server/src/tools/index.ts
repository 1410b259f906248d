// Exports the tools in the order in which they are listed.

import type { Tool } from '../tool.js';
import { checkIntent } from './check-intent.js';
import { getPolicy } from './get-policy.js';
import { reportAction } from './report-action.js';
import { requestPermission } from './request-permission.js';

export const tools: readonly Tool[] = [checkIntent, requestPermission, reportAction, getPolicy];
