// Decides a pending approval, for `approve` and `deny`.

import { userInfo } from 'node:os';
import type { Approval, ApprovalDecision } from '@claw/approvals';
import { exitCode } from '../../command-line/command.js';
import { recordLateDecision } from '../../firewall/ports/record-approval.js';
import type { Output } from '../../terminal/output.js';
import { decidedItem, describeScope } from './items.js';
import { withApprovals } from './open-approvals.js';

/** The user of this terminal, for the audit log. */
export function currentUser(): string {
  try {
    return `cli:${userInfo().username}`;
  } catch {
    return 'cli';
  }
}

/** Explains why an approval can no longer be decided. */
const describeOutcome = ({ state, by }: Approval): string =>
  state === 'withdrawn'
    ? 'is no longer pending: the call was cancelled, or its client or server has exited. A repeated call creates a new approval.'
    : `was already ${state === 'used' ? 'approved' : state}${by ? ` by ${by}` : ''}${state === 'used' ? ', and the call has used it' : ''}.`;

/** Explains whether the call continues by itself. */
const nextStep = ({ waitsUntil = 0 }: Approval, now: number): string =>
  waitsUntil > now ? 'The waiting call continues.' : 'The call is no longer waiting; repeat it.';

/** Decides an approval and prints the result, followed by the lines that `more` returns. */
export const decide = (
  id: string,
  reply: ApprovalDecision,
  output: Output,
  more: (approval: Approval) => Promise<readonly string[]> = async () => [],
): Promise<number> =>
  withApprovals(output, async (approvals) => {
    const answered = await approvals.answer(id, reply);
    if (answered.kind === 'unknown') {
      output.error(
        `No approval \`${id}\` found: it has expired, or the id is incomplete. Run \`clawdefender approvals list\` to see pending approvals.`,
      );
      return exitCode.failure;
    }
    const { approval } = answered;
    if (answered.kind === 'settled') {
      output.error(`Approval \`${id}\` ${describeOutcome(approval)}`);
      return exitCode.failure;
    }
    const next = nextStep(approval, Date.now());
    await recordLateDecision(approval);
    const added = await more(approval);
    const item = await decidedItem(approvals, approval);
    output.result({
      json: item,
      text: () =>
        [
          reply.decision === 'approve'
            ? `Approved ${id}, ${describeScope(item, Date.now())}. ${next}`
            : `Denied ${id}.`,
          ...added,
        ].join('\n'),
    });
    return exitCode.success;
  });
