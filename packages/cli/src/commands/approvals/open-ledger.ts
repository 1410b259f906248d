// The book of questions in our state folder, for as long as a command needs it.

import { existsSync } from 'node:fs';
import { Ledger } from '@claw/approvals';
import { openMemoryStore, openSqliteStore } from '@claw/store';
import { exitCode } from '../../command.js';
import type { Output } from '../../output.js';
import { stateFile } from '../../places.js';

/** Does something with the book. Looking into it creates nothing: without a file it is empty. */
export async function withLedger(output: Output, act: (ledger: Ledger) => Promise<number>): Promise<number> {
  const file = stateFile(process.env);
  const store = existsSync(file) ? openSqliteStore({ file }) : openMemoryStore();
  try {
    return await act(new Ledger(store.cells));
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'STORE_UNAVAILABLE') throw error;
    output.complain((error as Error).message);
    return exitCode.wrongCall;
  } finally {
    await store.close();
  }
}

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
