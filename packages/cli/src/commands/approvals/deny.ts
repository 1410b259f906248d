// `approvals deny ID`: says no.

import { defineCommand, exitCode } from '../../command.js';
import { answer, answeringUser } from './answer.js';
import { readId } from './open-ledger.js';

export const deny = defineCommand({
  name: 'approvals deny',
  summary: 'say no',
  usage: ['ID [--json]'],
  options: { json: { kind: 'flag', summary: 'print the answered question as JSON' } },
  operands: 'some',
  passthrough: false,
  examples: [{ command: 'approvals deny 1a2b3c4d', note: 'the call is refused' }],
  async run({ operands, output }) {
    const id = readId(operands, 'deny', output);
    if (id === undefined) return exitCode.wrongCall;
    return answer(id, { decision: 'deny', by: answeringUser() }, output);
  },
});
