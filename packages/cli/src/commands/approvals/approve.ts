// `approvals approve ID`: says yes, once unless told otherwise, and shows which rules would save the next question.

import type { Scope } from '@claw/approvals';
import { defineCommand, exitCode } from '../../command.js';
import { readDuration } from '../../time-words.js';
import { answer, answeringUser } from './answer.js';
import { candidateRules } from './candidates.js';
import { readId } from './open-ledger.js';

const scopes = ['once', 'session', 'always'] as const satisfies readonly Scope[];

export const approve = defineCommand({
  name: 'approvals approve',
  summary: 'say yes',
  usage: ['ID [--scope once|session|always] [--for 1h] [--json]'],
  options: {
    scope: { kind: 'value', value: 'SCOPE', summary: 'once (by default), session or always' },
    for: { kind: 'value', value: 'TIME', summary: 'for a time: `30m`, `1h`, `7d`' },
    json: { kind: 'flag', summary: 'print the answered question as JSON' },
  },
  operands: 'some',
  passthrough: false,
  examples: [
    { command: 'approvals approve 1a2b3c4d', note: 'yes, this once' },
    { command: 'approvals approve 1a2b3c4d --for 1h', note: 'yes, for an hour' },
  ],
  async run({ options, operands, output }) {
    const id = readId(operands, 'approve', output);
    if (id === undefined) return exitCode.wrongCall;
    const by = answeringUser();
    if (options.for !== undefined) {
      const milliseconds = readDuration(options.for);
      if (milliseconds === undefined || milliseconds === 0 || options.scope !== undefined) {
        output.complain(
          options.scope === undefined
            ? `\`--for ${options.for}\` is no time; write \`30m\`, \`1h\` or \`7d\``
            : '`--for` is a scope of its own; leave out `--scope`',
        );
        return exitCode.wrongCall;
      }
      return answer(id, { decision: 'approve', scope: 'time', milliseconds, by }, output, candidateRules);
    }
    const scope = scopes.find((known) => known === (options.scope ?? 'once'));
    if (scope === undefined) {
      output.complain(`unknown scope \`${options.scope}\`; use ${scopes.join(', ')}, or \`--for 1h\``);
      return exitCode.wrongCall;
    }
    return answer(id, { decision: 'approve', scope, by }, output, candidateRules);
  },
});
