// The book of questions in our state folder, for as long as a command needs it.

import { Ledger } from '@claw/approvals';
import type { Output } from '../../output.js';
import { withStore } from '../../state-store.js';

/** Does something with the book. */
export const withLedger = (output: Output, act: (ledger: Ledger) => Promise<number>): Promise<number> =>
  withStore(output, ({ cells }) => act(new Ledger(cells)));

/** The one id that was named; undefined when there is none or more, which was said then. */
export function readId(operands: readonly string[], verb: string, output: Output): string | undefined {
  const [id, extra] = operands;
  if (id !== undefined && extra === undefined) return id;
  output.complain(
    id === undefined
      ? `which one? \`clawdefender approvals ${verb} ID\`; \`clawdefender approvals list\` shows the ids`
      : `one at a time; leave out \`${extra}\``,
  );
  return undefined;
}
