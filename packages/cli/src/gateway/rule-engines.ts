// Loads the engines that validate the content of proxy rules. Each engine is loaded only for rules that need it.

import type { RuleEngines } from '@claw/pipeline';
import { loadPatternCompiler } from '../firewall/user-patterns.js';
import { loadSandbox } from '../guards/sandbox.js';

export const ruleEngines: RuleEngines = { loadPatterns: loadPatternCompiler, loadSandbox };
