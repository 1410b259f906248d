// Implements `policy show`: prints the active policy in order of evaluation.

import { showPolicy } from '@claw/policy';
import { defineCommand, exitCode } from '../../command-line/command.js';
import { readPolicy } from '../../firewall/policy-file.js';
import { printable } from '../../terminal/printable.js';

export const show = defineCommand({
  name: 'policy show',
  summary: 'print the active policy',
  usage: ['[--policy FILE] [--json]'],
  options: {
    policy: { kind: 'value', value: 'FILE', summary: 'policy to print (default: the configured policy)' },
    json: { kind: 'flag', summary: 'print the policy as JSON' },
  },
  operands: 'none',
  passthrough: false,
  examples: [{ command: 'policy show', note: 'all rules in order, including the built-in ones' }],
  async run({ options, output }) {
    const policy = await readPolicy(options.policy, output);
    if (policy === undefined) return exitCode.usageError;
    const text = await showPolicy(policy);
    output.result({ json: policy, text: () => text.trimEnd().split('\n').map(printable).join('\n') });
    return exitCode.success;
  },
});
