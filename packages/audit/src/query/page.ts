// Reads pages of the audit log, newest records first. A page is read backwards from the end of the index until it is
// full, so the cost of the first page does not depend on the size of the log.

import { BackwardRows } from '../index-file/backward-rows.js';
import type { LogIndex } from '../index-file/index-file.js';
import { LineReader } from '../index-file/line-reader.js';
import type { Row } from '../index-file/rows.js';
import type { AuditFilter } from './filter.js';
import { indexesFor } from './query.js';

export interface AuditPage {
  /** Sorted with the newest first. */
  readonly lines: readonly string[];
  /** The cursor for the next page, or undefined if there are no more records. */
  readonly next: string | undefined;
}

export interface PageOptions {
  readonly limit: number;
  /** The value of `next` from the previous page. */
  readonly cursor?: string | undefined;
  /** Omits responses without findings. */
  readonly exceptPlainReplies?: boolean;
  /**
   * The time in milliseconds after which the page ends even if it is not full: if filters cannot exclude a text, the
   * whole log may have to be searched.
   */
  readonly milliseconds?: number;
}

/** The number of records between two checks of the clock, so that each page makes progress. */
const recordsPerRead = 64;

/** The position at which a page ends: the time, log and offset of its last record. */
interface Place {
  readonly time: number;
  readonly log: string;
  readonly offset: number;
}

/** Returns one page of matching records. With an invalid cursor, the page starts at the newest record. */
export async function queryAuditPage(
  folder: string,
  filter: AuditFilter,
  { limit, cursor, exceptPlainReplies = false, milliseconds = Number.POSITIVE_INFINITY }: PageOptions,
): Promise<AuditPage> {
  const place = cursor === undefined ? undefined : readCursor(cursor);
  const until = Math.min(
    filter.until ?? Number.POSITIVE_INFINITY,
    place === undefined ? Number.POSITIVE_INFINITY : place.time + 1,
  );
  const indexes = await indexesFor(folder, { ...filter, until }, () => {});
  const end = performance.now() + milliseconds;
  const reader = new LineReader(filter.grep);
  const sources = indexes.map(
    (index) =>
      new BackwardRows(index, { ...filter, until }, { ...limitOf(index, place), exceptPlainReplies }),
  );
  try {
    const lines: string[] = [];
    let last: Row | undefined;
    for (let read = 1; ; read++) {
      const source = newest(sources);
      if (source === undefined) return { lines, next: undefined };
      if (lines.length === limit) return { lines, next: last && toCursor(last) };
      last = source.take();
      const line = reader.read(last);
      if (line !== undefined) lines.push(line);
      if (read % recordsPerRead === 0 && performance.now() > end) return { lines, next: toCursor(last) };
    }
  } finally {
    reader.close();
    for (const source of sources) source.close();
  }
}

/** Records of one log are ordered by offset; records of different logs by time, then by the name of the log. */
function limitOf(
  { log }: LogIndex,
  place: Place | undefined,
): { readonly offset?: number; readonly time?: number } {
  if (place === undefined) return {};
  if (log === place.log) return { offset: place.offset };
  return { time: log < place.log ? place.time + 1 : place.time };
}

function newest(sources: readonly BackwardRows[]): BackwardRows | undefined {
  let found: BackwardRows | undefined;
  for (const source of sources) {
    const best = found?.time() ?? Number.NEGATIVE_INFINITY;
    // A log whose last record is older than the newest one found so far does not have to be read yet.
    if (source.latest < best) continue;
    const time = source.time();
    if (time === undefined) continue;
    if (time > best || (time === best && found !== undefined && source.log > found.log)) found = source;
  }
  return found;
}

const toCursor = ({ time, index, offset }: Row): string =>
  Buffer.from(JSON.stringify([time, index.log, offset])).toString('base64url');

function readCursor(text: string): Place | undefined {
  try {
    const [time, log, offset] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    if (typeof time !== 'number' || typeof log !== 'string' || typeof offset !== 'number') return undefined;
    return { time, log, offset };
  } catch {
    return undefined;
  }
}
