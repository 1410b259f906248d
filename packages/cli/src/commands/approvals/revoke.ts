// `approvals revoke ID`: takes a standing yes back, or one for once that was not used yet.

import { defineCommand, exitCode } from '../../command.js';
import { recordRevoked } from '../../firewall/record-approval.js';
import { answeringUser } from './answer.js';
import { readId, withLedger } from './open-ledger.js';

export const revoke = defineCommand({
  name: 'approvals revoke',
  summary: 'take a yes back',
  usage: ['ID [--json]'],
  options: { json: { kind: 'flag', summary: 'print what was done as JSON' } },
  operands: 'some',
  passthrough: false,
  examples: [{ command: 'approvals revoke 1a2b3c4d', note: 'the next such call is asked about again' }],
  async run({ operands, output }) {
    const id = readId(operands, 'revoke', output);
    if (id === undefined) return exitCode.wrongCall;
    return withLedger(output, async (ledger) => {
      const revoked = await ledger.revoke(id);
      if (revoked === undefined) {
        output.complain(
          `nothing to take back under \`${id}\`; \`clawdefender approvals list\` shows what stands`,
        );
        return exitCode.negative;
      }
      recordRevoked(revoked, answeringUser());
      output.result({ json: { id, state: 'revoked' }, text: () => `revoked ${id}` });
      return exitCode.success;
    });
  },
});
