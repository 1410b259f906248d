// Implements `policy convert`: prints a policy with ordered rules as a policy with named rules, or vice versa. No file
// is changed.

import { convertPolicy } from '@claw/policy';
import { defineCommand, exitCode } from '../../command-line/command.js';
import { readPolicy } from '../../firewall/policy-file.js';

export const convert = defineCommand({
  name: 'policy convert',
  summary: 'convert a policy between `[[rule]]` and `[rules.name]`',
  usage: ['[FILE] [--to ordered|named] [--json]'],
  options: {
    to: { kind: 'value', value: 'FORM', summary: '`ordered` for `[[rule]]`, `named` for `[rules.name]`' },
    json: { kind: 'flag', summary: 'print the policy and the notes as JSON' },
  },
  operands: 'some',
  passthrough: false,
  examples: [{ command: 'policy convert policy.toml > other.toml', note: 'comments are not kept' }],
  async run({ options, operands, output }) {
    const { to } = options;
    if (to !== undefined && to !== 'ordered' && to !== 'named') {
      output.error(`Invalid value for \`--to\`: \`${to}\`. Use \`ordered\` or \`named\`.`);
      return exitCode.usageError;
    }
    if (operands.length > 1) {
      output.error(`Only one policy is allowed; unexpected argument \`${operands[1]}\``);
      return exitCode.usageError;
    }
    const policy = await readPolicy(operands[0], output);
    if (policy === undefined) return exitCode.usageError;
    const converted = await convertPolicy(policy, to);
    for (const note of converted.notes) output.error(note);
    output.result({ json: converted, text: () => converted.text.trimEnd() });
    return converted.notes.length === 0 ? exitCode.success : exitCode.failure;
  },
});
