// The list of guard rules. A new rule needs a file and a line in this list.

import type { Guard } from '@claw/policy';
import type { Stage } from '../types.js';
import { ipAcl } from './ip-acl.js';
import { lambda } from './lambda.js';
import { resourceLists, resourceReads } from './mcp-resource.js';
import { rateLimit } from './rate-limit.js';
import { responseReplace } from './response-replace.js';
import type { Phase, RuleParts, RuleType } from './rule.js';
import { staticCache } from './static-cache.js';
import { toolDescription } from './tool-description.js';

/** A rule that runs in two phases has a line for each phase. */
export const ruleTypes: readonly RuleType[] = [
  ipAcl,
  rateLimit,
  toolDescription,
  responseReplace,
  staticCache,
  resourceReads,
  resourceLists,
  lambda,
];

/** Creates the stages of each phase: the guards of the policy, followed by the rules of the proxy. */
export function createRuleStages(parts: RuleParts): Readonly<Record<Phase, readonly Stage[]>> {
  const stages: Record<Phase, Stage[]> = { access: [], answer: [], reply: [] };
  const add = (guards: readonly Guard[], proxyId: string | undefined) => {
    for (const [index, guard] of guards.entries()) {
      if (guard['enabled'] === false) continue;
      const { name = `${guard.rule_type}-${index + 1}` } = guard;
      for (const type of ruleTypes) {
        if (type.type !== guard.rule_type) continue;
        const phase = typeof type.phase === 'string' ? type.phase : type.phase(guard);
        stages[phase].push(type.create(guard, { name: String(name), proxyId }, parts));
      }
    }
  };
  add(parts.policy.settings.guard, undefined);
  add(parts.proxy?.rules ?? [], parts.proxy?.id);
  return stages;
}
