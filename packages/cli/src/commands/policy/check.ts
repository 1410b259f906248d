// Implements `policy check`: prints errors and warnings with their positions.

import { checkPolicy, formatDiagnostic, type Policy } from '@claw/policy';
import { loadShell } from '@claw/policy/shell';
import { defineCommand, exitCode } from '../../command-line/command.js';
import { readPolicyText } from '../../firewall/policy-file.js';
import { thisMachine } from '../../firewall/this-machine.js';
import { checkGuards } from '../../guards/check-guards.js';
import { printable } from '../../terminal/printable.js';

export const check = defineCommand({
  name: 'policy check',
  summary: 'find errors and risky rules in a policy',
  usage: ['[FILE] [--strict] [--json]'],
  options: {
    policy: { kind: 'value', value: 'FILE', summary: 'the same as FILE' },
    strict: { kind: 'flag', summary: 'treat warnings as errors' },
    json: { kind: 'flag', summary: 'print the findings as JSON' },
  },
  operands: 'some',
  passthrough: false,
  examples: [
    { command: 'policy check policy.toml --strict', note: 'for CI: exits with 1 on any error or warning' },
  ],
  async run({ options, operands, output }) {
    const [named, extra] = options.policy === undefined ? operands : [options.policy, ...operands];
    if (extra !== undefined) {
      output.error(`Only one policy is allowed; unexpected argument \`${extra}\``);
      return exitCode.usageError;
    }
    const found = await readPolicyText(named, output);
    if (found === undefined) return exitCode.usageError;
    const context = {
      environment: thisMachine(),
      shell: await loadShell(),
      now: Date.now(),
      findProblems: async (policy: Policy) => (await checkGuards(policy, found.file)).problems,
    };
    const diagnostics = await checkPolicy(found.text, found.file, context);
    output.result({
      json: {
        items: diagnostics.map(({ file, line, column, severity, code, message, help }) => ({
          file,
          line,
          column,
          severity,
          code,
          message,
          help,
        })),
      },
      text: (colour, wrap) =>
        diagnostics.length === 0
          ? `${found.file}: no problems found`
          : wrap(
              diagnostics
                .map(
                  (diagnostic) =>
                    `${colour.bold(diagnostic.severity)} ${printable(formatDiagnostic(diagnostic))} [${diagnostic.code}]`,
                )
                .join('\n'),
            ),
    });
    const failed = diagnostics.some(({ severity }) => severity === 'error' || options.strict);
    return failed ? exitCode.failure : exitCode.success;
  },
});
