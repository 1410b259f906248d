// The rules that a gateway's operator can set, one line each. A new one is a file and its line here.

import type { Guard, Settings } from '@claw/policy';
import type { Stage } from '../types.js';
import { ipAcl } from './ip-acl.js';
import { rateLimit } from './rate-limit.js';
import { responseReplace } from './response-replace.js';
import type { Phase, RuleParts, RuleType } from './rule.js';
import { staticCache } from './static-cache.js';
import { toolDescription } from './tool-description.js';

const types: readonly RuleType[] = [ipAcl, rateLimit, toolDescription, responseReplace, staticCache];

/** The stages of the policy's guards and, after them, of the proxy's rules, by their moment. */
export function createRules(parts: RuleParts): Readonly<Record<Phase, readonly Stage[]>> {
  const stages: Record<Phase, Stage[]> = { access: [], answer: [], reply: [] };
  const add = (guards: readonly Guard[], proxyId: string | undefined) => {
    for (const [index, guard] of guards.entries()) {
      if (guard['enabled'] === false) continue;
      const type = types.find((one) => one.type === guard.rule_type);
      if (type === undefined) throw new Error(unenforced(guard.rule_type));
      const { name = `${guard.rule_type}-${index + 1}` } = guard;
      stages[type.phase].push(type.create(guard, { name: String(name), proxyId }, parts));
    }
  };
  add(parts.policy.settings.guard, undefined);
  add(parts.proxy?.rules ?? [], parts.proxy?.id);
  return stages;
}

/** Why a policy's guards cannot be enforced here; undefined when they can. */
export function findUnenforced({ guard: guards }: Settings): string | undefined {
  const unknown = guards.find(
    ({ enabled, rule_type: type }) => enabled !== false && !types.some((one) => one.type === type),
  );
  return unknown && unenforced(unknown.rule_type);
}

const unenforced = (type: string): string =>
  `\`[[guard]]\` with rule_type \`${type}\` works only in the gateway and is not enforced here; remove it or set \`enabled = false\``;
