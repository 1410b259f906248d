// Implements `policy explain`: shows which rule decides a call, and why each earlier rule does not match.

import { defineCommand, exitCode } from '../../command-line/command.js';
import { readPolicy } from '../../firewall/policy-file.js';
import { printable } from '../../terminal/printable.js';
import { formatReason } from '../audit/format-entry.js';
import { explainCall } from './explain-call.js';

export const explain = defineCommand({
  name: 'policy explain',
  summary: 'show which rule decides a call, and why',
  usage: ['--tool TOOL [--args JSON] [--server NAME] [--policy FILE] [--json]'],
  options: {
    tool: { kind: 'value', value: 'TOOL', summary: 'name of the tool' },
    args: { kind: 'value', value: 'JSON', summary: 'arguments of the call, as JSON' },
    server: { kind: 'value', value: 'NAME', summary: 'name of the server' },
    policy: { kind: 'value', value: 'FILE', summary: 'policy to use (default: the configured policy)' },
    json: { kind: 'flag', summary: 'print the result as JSON' },
  },
  operands: 'none',
  passthrough: false,
  examples: [
    {
      command: `policy explain --tool read_file --args '{"path":"~/.ssh/id_rsa"}'`,
      note: 'the decision for one call',
    },
  ],
  async run({ options, output }) {
    if (options.tool === undefined) {
      output.error('Name a tool, as in `--tool read_file`.');
      return exitCode.usageError;
    }
    const args = readArguments(options.args ?? '{}');
    if (args === undefined) {
      output.error('Invalid value for `--args`. Use a JSON object: `--args \'{"path":"/etc/hosts"}\'`.');
      return exitCode.usageError;
    }
    const policy = await readPolicy(options.policy, output);
    if (policy === undefined) return exitCode.usageError;
    const { server } = options;
    const { decision, rule, reason, trail } = await explainCall(policy, {
      tool: options.tool,
      arguments: args,
      server,
    });
    const decides = trail.findIndex(({ matched }) => matched);
    const unless = ({ matched }: { readonly matched: boolean }, index: number) =>
      matched && index > decides ? `; matches as well, but \`${rule}\` comes first` : '';
    output.result({
      json: { decision, rule, reason, trail },
      text: (colour, wrap) =>
        wrap(
          [
            `${colour.bold(decision)} by ${printable(formatReason(rule, reason))}`,
            ...trail.map((step, index) =>
              printable(
                `  ${index === decides ? '=>' : '- '} ${step.rule}: ${step.why}${unless(step, index)}`,
              ),
            ),
          ].join('\n'),
        ),
    });
    return exitCode.success;
  },
});

function readArguments(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
