// Opens the approvals in the state folder while one command runs.

import { ApprovalStore } from '@claw/approvals';
import { withStore } from '../../state/open-store.js';
import type { Output } from '../../terminal/output.js';

/** Runs a function with the approvals. */
export const withApprovals = (
  output: Output,
  act: (approvals: ApprovalStore) => Promise<number>,
): Promise<number> => withStore(output, ({ table }) => act(new ApprovalStore(table)));

/** Returns the id if it is the only operand; undefined after printing an error. */
export function parseId(operands: readonly string[], verb: string, output: Output): string | undefined {
  const [id, extra] = operands;
  if (id !== undefined && extra === undefined) return id;
  output.error(
    id === undefined
      ? `No approval id given. Run \`clawdefender approvals list\` to see the ids, then \`clawdefender approvals ${verb} ID\`.`
      : `Only one id is allowed; unexpected argument \`${extra}\`.`,
  );
  return undefined;
}
