// Creates warnings about an audit log that cannot be written or was removed. Clients get the error code of the system
// without paths.

import type { AuditLog } from '@claw/audit';
import { pluralize } from '../terminal/pluralize.js';
import type { Diagnostics } from './diagnostics.js';

type Entry = Parameters<AuditLog['record']>[0];

/** Wraps an audit log and reports when writing begins to fail and when it works again. */
export function warnOnAuditFailure(
  audit: AuditLog,
  diagnostics: Diagnostics,
): Pick<AuditLog, 'record' | 'note' | 'count' | 'group'> {
  const { group } = audit;
  let failing = false;
  let lostBefore = 0;
  /** True if entries were added since the last commit. A commit without entries does not show whether the log works. */
  let hasNew = false;
  const failed = (reason: string) => {
    if (!failing)
      diagnostics.write({
        level: 'error',
        event: 'audit_failed',
        message: `Cannot write the audit log: ${reason}. Run \`clawdefender doctor\` to find the cause.`,
        fields: { reason },
      });
    failing = true;
  };
  const succeeded = () => {
    if (failing)
      diagnostics.write({
        level: 'info',
        event: 'audit_recovered',
        message: 'The audit log can be written again.',
      });
    failing = false;
  };
  const attempt = <Result>(write: () => Result): Result => {
    try {
      const written = write();
      // The entries of a group are written by its commit, which reports success.
      if (group === undefined) succeeded();
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
        if (group.lost > lostBefore) failed(group.lossReason);
        else if (hasNew) succeeded();
        hasNew = false;
        lostBefore = group.lost;
      },
      get lost() {
        return group.lost;
      },
      get lossReason() {
        return group.lossReason;
      },
    },
  };
}

/** Reports that files of the audit log were removed while it was being written. */
export const reportRemoval =
  (diagnostics: Diagnostics) =>
  (missing: number): void =>
    diagnostics.write({
      level: 'error',
      event: 'audit_removed',
      message:
        missing === 0
          ? 'The checkpoint file of the audit log was removed while the log was in use. It was created again, and logging continues in a new file.'
          : `The audit log was removed while it was in use, with its last ${pluralize(missing, 'entry', 'entries')}. Logging continues in a new file; run \`clawdefender audit verify\` to see what is missing.`,
      fields: { missing },
    });

/** Returns the error code of the system, such as `ENOSPC`, which is short and contains no path. */
function codeOf(error: unknown): string {
  const { cause, message } = error as Error;
  return (
    (cause as NodeJS.ErrnoException | undefined)?.code ?? (cause as Error | undefined)?.message ?? message
  );
}
