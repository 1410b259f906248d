// The rules that a gateway's operator can set, one line each. A new one is a file and its line here.

import type { Settings } from '@claw/policy';
import type { Stage } from '../types.js';
import { ipAcl } from './ip-acl.js';
import { rateLimit } from './rate-limit.js';
import { responseReplace } from './response-replace.js';
import type { Phase, RuleParts, RuleType } from './rule.js';
import { staticCache } from './static-cache.js';
import { toolDescription } from './tool-description.js';

const types: readonly RuleType[] = [ipAcl, rateLimit, toolDescription, responseReplace, staticCache];

/** The stages of a policy's guards by their moment, in the order of the file. */
export function createRules(parts: RuleParts): Readonly<Record<Phase, readonly Stage[]>> {
  const stages: Record<Phase, Stage[]> = { access: [], answer: [], reply: [] };
  parts.policy.settings.guard.forEach((guard, index) => {
    if (guard['enabled'] === false) return;
    const type = types.find((one) => one.type === guard.rule_type);
    const problem = type === undefined ? unenforced(guard.rule_type) : type.check?.(guard);
    if (type === undefined || problem !== undefined) throw new Error(problem);
    const { name = `${guard.rule_type}-${index + 1}` } = guard;
    stages[type.phase].push(type.create(guard, String(name), parts));
  });
  return stages;
}

/** Why a policy's guards cannot be enforced here; undefined when they can. */
export function findUnenforced({ guard: guards }: Settings): string | undefined {
  for (const guard of guards.filter(({ enabled }) => enabled !== false)) {
    const type = types.find((one) => one.type === guard.rule_type);
    if (type === undefined) return unenforced(guard.rule_type);
    const problem = type.check?.(guard);
    if (problem !== undefined) return `\`[[guard]]\` with rule_type \`${guard.rule_type}\`: ${problem}`;
  }
  return undefined;
}

const unenforced = (type: string): string =>
  `\`[[guard]]\` with rule_type \`${type}\` works only in the gateway and is not enforced here; remove it or set \`enabled = false\``;
