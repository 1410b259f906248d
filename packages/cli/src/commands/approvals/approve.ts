// Implements `approvals approve ID`: approves a call, by default once, and suggests rules that would allow it.

import type { Scope } from '@claw/approvals';
import { defineCommand, exitCode } from '../../command-line/command.js';
import { parseDuration } from '../../command-line/parse-duration.js';
import { currentUser, decide } from './decide.js';
import { parseId } from './open-approvals.js';
import { suggestRules } from './suggest-rules.js';

const scopes = ['once', 'session', 'always'] as const satisfies readonly Scope[];

export const approve = defineCommand({
  name: 'approvals approve',
  summary: 'approve a pending call',
  usage: ['ID [--scope once|session|always] [--for 1h] [--json]'],
  options: {
    scope: {
      kind: 'value',
      value: 'SCOPE',
      summary: 'how long the approval lasts: once (default), session or always',
    },
    for: {
      kind: 'value',
      value: 'DURATION',
      summary: 'approve identical calls for this long, instead of `--scope`: `30m`, `1h`, `7d`',
    },
    json: { kind: 'flag', summary: 'print the approval as JSON' },
  },
  operands: 'some',
  passthrough: false,
  forUsers: true,
  examples: [
    { command: 'approvals approve 1a2b3c4d', note: 'approve this call once' },
    {
      command: 'approvals approve 1a2b3c4d --for 1h',
      note: 'approve this call, and the same call again within an hour',
    },
  ],
  async run({ options, operands, output }) {
    const id = parseId(operands, 'approve', output);
    if (id === undefined) return exitCode.usageError;
    const by = currentUser();
    if (options.for !== undefined) {
      const milliseconds = parseDuration(options.for);
      if (milliseconds === undefined || milliseconds === 0 || options.scope !== undefined) {
        output.error(
          options.scope === undefined
            ? `Invalid value for \`--for\`: \`${options.for}\`. Use a duration such as \`30m\`, \`1h\` or \`7d\`.`
            : 'Use either `--for` or `--scope`, not both.',
        );
        return exitCode.usageError;
      }
      return decide(id, { decision: 'approve', scope: 'time', milliseconds, by }, output, suggestRules);
    }
    const scope = scopes.find((known) => known === (options.scope ?? 'once'));
    if (scope === undefined) {
      output.error(
        `Invalid value for \`--scope\`: \`${options.scope}\`. Use ${scopes.join(', ')}, or \`--for 1h\`.`,
      );
      return exitCode.usageError;
    }
    return decide(id, { decision: 'approve', scope, by }, output, suggestRules);
  },
});
