// What is said about a log that cannot be written: once when it begins, once when it is over.

import type { AuditLog } from '@claw/audit';
import { expect, test } from 'vitest';
import { tellTrouble } from './audit-trouble.js';

type Entry = Parameters<AuditLog['record']>[0];

/** A log in memory on a disk that can be full. */
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
    lostBecause: 'ENOSPC',
  };
  const nothing = () => {};
  const record = () => ++waiting;
  const others = { count: nothing, introduce: nothing, checkpoint: nothing, close: nothing };
  return { session: 's', record, note: record, ...others, group };
}

test('calls that lose their records together begin one trouble, which ends when a record is kept', () => {
  const disk = { full: true };
  const said: string[] = [];
  const told = tellTrouble(logOn(disk), (line) => said.push(line));
  const record = () => void told.record({} as Entry);
  const commit = () => told.group?.commit();
  record();
  record();
  // One for each of the calls. The first has lost the records of both.
  commit();
  commit();
  expect(said).toEqual(['calls cannot be recorded: ENOSPC; `clawdefender doctor` helps']);
  disk.full = false;
  commit();
  expect(said).toHaveLength(1);
  record();
  commit();
  expect(said.slice(1)).toEqual(['calls are recorded again']);
});
