// Lists the files that a policy uses. Agents may not change them, wherever they are.

import type { Policy } from '@claw/policy';

/** Returns the policy file given with `--policy`, if any, and the files that the policy names. */
export function usedFiles(policy: Policy, named: string | undefined): readonly string[] {
  const { kill_switch, guard: guards } = policy.settings;
  const resources = guards.map((guard) => (guard.rule_type === 'mcp_resource' ? guard['file'] : undefined));
  return [named, kill_switch.file, ...resources].filter((file) => typeof file === 'string');
}
