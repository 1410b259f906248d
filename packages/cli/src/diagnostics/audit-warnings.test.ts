// Tests that an audit log that cannot be written is reported once when writing fails and once when it works again.

import type { AuditLog } from '@claw/audit';
import { expect, test } from 'vitest';
import { warnOnAuditFailure } from './audit-warnings.js';

type Entry = Parameters<AuditLog['record']>[0];

/** An in-memory log on a simulated disk that can be full. */
function logOn(disk: { full: boolean }): AuditLog {
  let [waiting, lost] = [0, 0];
  const group = {
    commit() {
      if (disk.full) lost += waiting;
      waiting = 0;
    },
    get lost() {
      return lost;
    },
    lossReason: 'ENOSPC',
  };
  const nothing = () => {};
  const record = () => ++waiting;
  const others = { count: nothing, introduce: nothing, checkpoint: nothing, close: nothing };
  return { session: 's', record, note: record, ...others, group };
}

test('several failed entries cause one warning, and the next written entry ends the failure', () => {
  const disk = { full: true };
  const messages: string[] = [];
  const audit = warnOnAuditFailure(logOn(disk), { write: ({ message }) => messages.push(message) });
  const record = () => void audit.record({} as Entry);
  const commit = () => audit.group?.commit();
  record();
  record();
  // Each call commits once. The first commit has lost the entries of both calls.
  commit();
  commit();
  expect(messages).toEqual([
    'Cannot write the audit log: ENOSPC. Run `clawdefender doctor` to find the cause.',
  ]);
  disk.full = false;
  commit();
  expect(messages).toHaveLength(1);
  record();
  commit();
  expect(messages.slice(1)).toEqual(['The audit log can be written again.']);
});
