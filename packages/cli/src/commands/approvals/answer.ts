// What `approve` and `deny` share: an answer, and what to say about it.

import { userInfo } from 'node:os';
import type { Approval, Reply } from '@claw/approvals';
import { exitCode } from '../../command.js';
import { recordLateAnswer } from '../../firewall/record-approval.js';
import type { Output } from '../../output.js';
import { answeredItem, reachOf } from './items.js';
import { withLedger } from './open-ledger.js';

/** Who answers here. */
export function answeringUser(): string {
  try {
    return `cli:${userInfo().username}`;
  } catch {
    return 'cli';
  }
}

/** Why a question takes no answer any more. */
const whatBecameOf = ({ state, by }: Approval): string =>
  state === 'withdrawn'
    ? 'needs no answer any more: the call was withdrawn, or its client or server has gone; if it is made again, a new question comes'
    : `was ${state} already${by ? `, by ${by}` : ''}`;

/** Answers a question; says what became of it, and what `more` has to add. */
export const answer = (
  id: string,
  reply: Reply,
  output: Output,
  more: (approval: Approval) => Promise<readonly string[]> = async () => [],
): Promise<number> =>
  withLedger(output, async (ledger) => {
    const answered = await ledger.answer(id, reply);
    if (answered.kind === 'unknown') {
      output.complain(
        `no question \`${id}\`; it has expired, or this is not its whole id. \`clawdefender approvals list\` shows what waits`,
      );
      return exitCode.negative;
    }
    const { approval } = answered;
    if (answered.kind === 'settled') {
      output.complain(`\`${id}\` ${whatBecameOf(approval)}`);
      return exitCode.negative;
    }
    await recordLateAnswer(approval);
    const added = await more(approval);
    const item = await answeredItem(ledger, approval);
    output.result({
      json: item,
      text: () =>
        [
          reply.decision === 'approve'
            ? `${approval.state} ${id}, ${reachOf(item)}; should the call no longer wait, it has to be made again`
            : `${approval.state} ${id}`,
          ...added,
        ].join('\n'),
    });
    return exitCode.success;
  });
