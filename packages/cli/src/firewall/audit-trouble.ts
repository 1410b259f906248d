// A record that cannot be kept, or was taken away, told where somebody reads it: why, and that it is over. Clients are told
// the system's word for it, and nothing about our files.

import type { AuditLog } from '@claw/audit';
import { counted } from '../counted.js';

type Entry = Parameters<AuditLog['record']>[0];

/** A log with its trouble told when it begins and when it ends. */
export function tellTrouble(
  audit: AuditLog,
  tell: (line: string) => void,
): Pick<AuditLog, 'record' | 'note' | 'count' | 'group'> {
  const { group } = audit;
  let troubled = false;
  let lostBefore = 0;
  /** Records were made since the last commit; without any, one that works says nothing about the log. */
  let hasNew = false;
  const failed = (why: string) => {
    if (!troubled) tell(`calls cannot be recorded: ${why}; \`clawdefender doctor\` helps`);
    troubled = true;
  };
  const kept = () => {
    if (troubled) tell('calls are recorded again');
    troubled = false;
  };
  const attempt = <Result>(write: () => Result): Result => {
    try {
      const written = write();
      // A group is kept later, and says so itself.
      if (group === undefined) kept();
      else hasNew = true;
      return written;
    } catch (error) {
      failed((error as Error).message);
      throw new Error(`the audit log cannot be written: ${codeOf(error)}`, { cause: error });
    }
  };
  return {
    count: (direction) => audit.count(direction),
    record: (entry: Entry) => attempt(() => audit.record(entry)),
    note: (kind, members) => attempt(() => audit.note(kind, members)),
    group: group && {
      commit() {
        group.commit();
        if (group.lost > lostBefore) failed(group.lostBecause);
        else if (hasNew) kept();
        hasNew = false;
        lostBefore = group.lost;
      },
      get lost() {
        return group.lost;
      },
      get lostBecause() {
        return group.lostBecause;
      },
    },
  };
}

/** What is said when the log was removed under our hands: it goes on, but somebody took a part of it away. */
export const describeRemoval = (missing: number): string =>
  missing === 0
    ? 'the witness of the audit log was removed while it was being written; it was written anew, and the log goes on in a new file'
    : `the audit log was removed while it was being written, with its last ${counted(missing, 'record')}; it goes on in a new file, which says so. \`clawdefender audit verify\` shows what is missing`;

/** `ENOSPC` and the like: short, and without a path. */
function codeOf(error: unknown): string {
  const { cause, message } = error as Error;
  return (
    (cause as NodeJS.ErrnoException | undefined)?.code ?? (cause as Error | undefined)?.message ?? message
  );
}
