// Implements `approvals revoke ID`: revokes a standing approval, or a one-time approval that has not been used.

import { defineCommand, exitCode } from '../../command-line/command.js';
import { recordRevoked } from '../../firewall/ports/record-approval.js';
import { currentUser } from './decide.js';
import { parseId, withApprovals } from './open-approvals.js';

export const revoke = defineCommand({
  name: 'approvals revoke',
  summary: 'revoke an approval',
  usage: ['ID [--json]'],
  options: { json: { kind: 'flag', summary: 'print the result as JSON' } },
  operands: 'some',
  passthrough: false,
  examples: [
    {
      command: 'approvals revoke 1a2b3c4d',
      note: 'revoke this approval; the call then requires approval again',
    },
  ],
  async run({ operands, output }) {
    const id = parseId(operands, 'revoke', output);
    if (id === undefined) return exitCode.usageError;
    return withApprovals(output, async (approvals) => {
      const revoked = await approvals.revoke(id);
      if (revoked === undefined) {
        output.error(
          `No approval \`${id}\` to revoke. Run \`clawdefender approvals list\` to see standing approvals.`,
        );
        return exitCode.failure;
      }
      recordRevoked(revoked, currentUser());
      output.result({ json: { id, state: 'revoked' }, text: () => `Revoked ${id}.` });
      return exitCode.success;
    });
  },
});
