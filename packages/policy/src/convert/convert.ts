// Implements `policy convert` and `policy show`: prints a policy in the other syntax, or the effective policy.

import type { Dialect, Policy } from '../model.js';
import { loadPolicy } from '../parse/parse.js';
import { type Converted, formatPolicy } from './format.js';

/** Converts a policy to the requested syntax, or by default from one syntax to the other. */
export async function convertPolicy(
  policy: Policy,
  to: Dialect = policy.dialect === 'ordered' ? 'named' : 'ordered',
): Promise<Converted> {
  const { settings } = await loadPolicy('');
  return formatPolicy(policy, to, settings);
}

/** Prints the effective policy: the rules in order of evaluation, with built-in rules as comments. */
export async function showPolicy(policy: Policy): Promise<string> {
  const { settings } = await loadPolicy('');
  const { text, notes } = formatPolicy(policy, policy.dialect, settings);
  const first = policy.settings.self.protect
    ? '# first, before all approvals: self_protection denies calls that start or change the firewall, or the client configurations that start it'
    : '# self_protection is switched off by `[self] protect = false`';
  const order = policy.rules.map(
    ({ name, action, enabled }, index) =>
      `# ${index + 1}. ${name}: ${action}${enabled ? '' : ' (switched off)'}`,
  );
  const last = `# last: ${policy.default} when nothing matches`;
  return [first, ...order, last, ...notes.map((note) => `# ${note}`), '', text].join('\n');
}
