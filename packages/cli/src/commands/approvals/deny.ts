// Implements `approvals deny ID`: denies a call.

import { defineCommand, exitCode } from '../../command-line/command.js';
import { currentUser, decide } from './decide.js';
import { parseId } from './open-approvals.js';

export const deny = defineCommand({
  name: 'approvals deny',
  summary: 'deny a pending call',
  usage: ['ID [--json]'],
  options: { json: { kind: 'flag', summary: 'print the denied request as JSON' } },
  operands: 'some',
  passthrough: false,
  examples: [{ command: 'approvals deny 1a2b3c4d', note: 'deny this call' }],
  async run({ operands, output }) {
    const id = parseId(operands, 'deny', output);
    if (id === undefined) return exitCode.usageError;
    return decide(id, { decision: 'deny', by: currentUser() }, output);
  },
});
