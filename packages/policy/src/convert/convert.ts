// `policy convert` and `policy show`: the same policy in the other spelling, and the policy as it is really applied.

import type { Dialect, Policy } from '../model.js';
import { loadPolicy } from '../parse/parse.js';
import { type Converted, formatPolicy } from './format.js';

/** Writes a policy in the other spelling, or in the one asked for. */
export async function convertPolicy(
  policy: Policy,
  to: Dialect = policy.dialect === 'ordered' ? 'named' : 'ordered',
): Promise<Converted> {
  const { settings } = await loadPolicy('');
  return formatPolicy(policy, to, settings);
}

/** The effective policy: rules in the order in which they are tried, built-in ones as comments. */
export async function showPolicy(policy: Policy): Promise<string> {
  const { settings } = await loadPolicy('');
  const { text, notes } = formatPolicy(policy, policy.dialect, settings);
  const first = policy.settings.self.protect
    ? '# first, and before all grants: self_protection denies calls that start or change the firewall, or the client configurations that start it'
    : '# self_protection is switched off by `[self] protect = false`';
  const order = policy.rules.map(
    ({ name, action, enabled }, index) =>
      `# ${index + 1}. ${name}: ${action}${enabled ? '' : ' (switched off)'}`,
  );
  const last = `# last: ${policy.default} when nothing matches`;
  return [first, ...order, last, ...notes.map((note) => `# ${note}`), '', text].join('\n');
}
