// Returns one record with its context: the call that a reply answers, the reply to a call, and neighboring calls of
// the session.

import type { AuditRecord } from '../format/record.js';
import { ensureIndex, type LogIndex, readRecord } from '../index-file/index-file.js';
import { LineReader } from '../index-file/line-reader.js';
import { type Row, selectRows } from '../index-file/rows.js';
import { ignoreRemoved, listSessions } from '../sessions/list-sessions.js';

export interface RecordContext {
  readonly record: AuditRecord;
  readonly call: AuditRecord | undefined;
  readonly reply: AuditRecord | undefined;
  /** Other decisions of the session shortly before and after, oldest first. */
  readonly neighbours: readonly AuditRecord[];
}

const around = 4;

/** Returns undefined if the log does not contain the record, for example because retention removed it. */
export async function readRecordContext(
  folder: string,
  session: string,
  seq: number,
): Promise<RecordContext | undefined> {
  const logs = (await listSessions(folder)).find((listing) => listing.session === session)?.logs ?? [];
  const reader = new LineReader(undefined);
  try {
    const read = (row: Row): AuditRecord | undefined => readRecord(reader.read(row) ?? '');
    const indexes: LogIndex[] = [];
    for (const log of logs) {
      const index = await ensureIndex(folder, log, () => {}).catch(ignoreRemoved);
      if (index !== undefined) indexes.push(index);
    }
    const rows = await collect(indexes);
    const at = findSeq(rows, seq, read);
    const record = at === undefined ? undefined : read(rows[at] as Row);
    if (at === undefined || record === undefined) return undefined;
    const callAt = record.kind === 'reply' ? findSeq(rows, record.call_seq ?? 0, read) : undefined;
    const replyRow =
      record.kind === 'decision' ? rows.find((row, place) => place > at && row.callSeq === seq) : undefined;
    return {
      record,
      call: callAt === undefined ? undefined : read(rows[callAt] as Row),
      reply: replyRow && read(replyRow),
      neighbours: neighboursOf(rows, at).flatMap((row) => read(row) ?? []),
    };
  } finally {
    reader.close();
  }
}

async function collect(indexes: readonly LogIndex[]): Promise<readonly Row[]> {
  const all: Row[] = [];
  for (const index of indexes)
    for await (const rows of selectRows(index, {})) for (const row of rows) all.push(row);
  return all;
}

/** Finds a record by its number; the records of a session are numbered consecutively. */
function findSeq(
  rows: readonly Row[],
  seq: number,
  read: (row: Row) => AuditRecord | undefined,
): number | undefined {
  let [low, high] = [0, rows.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = read(rows[middle] as Row)?.seq;
    if (found === seq) return middle;
    if (found === undefined) return undefined;
    if (found < seq) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

function neighboursOf(rows: readonly Row[], at: number): readonly Row[] {
  const isDecision = ({ index, kind }: Row) => index.header.strings[kind] === 'decision';
  const before = rows
    .slice(Math.max(0, at - 40), at)
    .filter(isDecision)
    .slice(-around);
  const after = rows
    .slice(at + 1, at + 40)
    .filter(isDecision)
    .slice(0, around);
  return [...before, ...after];
}
