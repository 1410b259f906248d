// Queries all sessions in a folder: returns the matching records in order of time.

import { ensureIndex, type LogIndex } from '../index-file/index-file.js';
import { LineReader } from '../index-file/line-reader.js';
import { inOrder } from '../index-file/merge.js';
import type { Row } from '../index-file/rows.js';
import { ignoreRemoved, listSessions } from '../sessions/list-sessions.js';
import { type AuditFilter, mayHold } from './filter.js';

export interface QueryOptions {
  /** The maximum number of records; the newest are returned. By default, there is no limit. */
  readonly limit?: number | undefined;
  /** Called while an index is built, with the number of bytes that were read since the last call. */
  readonly onProgress?: (bytes: number) => void;
}

/** Yields the lines of all matching records, oldest first. */
export async function* queryAudit(
  folder: string,
  filter: AuditFilter = {},
  { limit, onProgress = () => {} }: QueryOptions = {},
): AsyncGenerator<string> {
  const reader = new LineReader(filter.grep);
  try {
    const rows = inOrder(await indexesFor(folder, filter, onProgress), filter);
    if (limit === undefined) {
      for await (const piece of rows) {
        for (const row of piece) {
          const line = reader.read(row);
          if (line !== undefined) yield line;
        }
      }
      return;
    }
    yield* newest(rows, reader, filter.grep === undefined, limit);
  } finally {
    reader.close();
  }
}

/** Returns the newest rows. Without a text search, the index alone is enough to find them. */
async function* newest(
  rows: AsyncIterable<readonly Row[]>,
  reader: LineReader,
  byPlace: boolean,
  limit: number,
): AsyncGenerator<string> {
  const last: (Row | string)[] = [];
  let next = 0;
  for await (const piece of rows) {
    for (const row of piece) {
      const item = byPlace ? row : reader.read(row);
      if (item === undefined || limit === 0) continue;
      last[next % limit] = item;
      next++;
    }
  }
  const count = Math.min(next, limit);
  for (let index = next - count; index < next; index++) {
    const item = last[index % limit] as Row | string;
    const line = typeof item === 'string' ? item : reader.read(item);
    if (line !== undefined) yield line;
  }
}

/** Returns the updated indexes of all logs that may contain matches, sorted by the time of their first record. */
export async function indexesFor(
  folder: string,
  filter: AuditFilter,
  onProgress: (bytes: number) => void,
): Promise<readonly LogIndex[]> {
  const indexes: LogIndex[] = [];
  for (const { logs } of await listSessions(folder)) {
    for (const log of logs) {
      const index = await ensureIndex(folder, log, onProgress).catch(ignoreRemoved);
      if (index !== undefined && mayHold(filter, index.header)) indexes.push(index);
    }
  }
  return indexes.sort((left, right) => left.header.earliest - right.header.earliest);
}
