// Follows the logs of all sessions as they grow, also of sessions that begin later.

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Line, readLines } from '../format/read-lines.js';
import { readRecord } from '../index-file/index-file.js';
import { goneMeanwhile, listSessions } from '../sessions/list-sessions.js';
import { type AuditFilter, matchesRecord } from './filter.js';
import { queryAudit } from './query.js';

export interface TailOptions {
  /** How many records of the past come first; 10. */
  readonly lines?: number;
  /** Ends after those instead of waiting for more. */
  readonly follow?: boolean;
  readonly signal?: AbortSignal;
  /** Called when the ends of the logs are known: what is recorded from then on is told. */
  readonly onBegin?: () => void;
}

const pollMilliseconds = 200;

/** The last wanted lines, then each new one. */
export async function* tailAudit(
  folder: string,
  filter: AuditFilter = {},
  { lines = 10, follow = true, signal, onBegin }: TailOptions = {},
): AsyncGenerator<string> {
  const offsets = await currentSizes(folder);
  onBegin?.();
  const shown = new Map<string, number>();
  // Whoever wants nothing of the past need not wait until all of it is indexed.
  for await (const line of lines === 0 ? [] : queryAudit(folder, filter, { limit: lines })) {
    const { session = '', seq = 0 } = readRecord(line) ?? {};
    shown.set(session, seq);
    yield line;
  }
  while (follow && !signal?.aborted) {
    for (const { logs } of await listSessions(folder)) {
      for (const log of logs) yield* newLines(folder, log, filter, offsets, shown);
    }
    await pause(pollMilliseconds, signal);
  }
}

async function* newLines(
  folder: string,
  log: string,
  filter: AuditFilter,
  offsets: Map<string, number>,
  shown: ReadonlyMap<string, number>,
): AsyncGenerator<string> {
  const from = offsets.get(log) ?? 0;
  const size = await sizeOf(join(folder, log));
  if (size <= from) return;
  for await (const { bytes, next, whole } of linesOf(join(folder, log), from)) {
    if (!whole) return;
    offsets.set(log, next);
    const line = bytes.toString();
    const record = readRecord(line);
    if (record === undefined || record.seq <= (shown.get(record.session) ?? 0)) continue;
    if (matchesRecord(filter, record, line)) yield line;
  }
}

/** Where each log ends, at the end of a whole line or in the middle of one that will be read again. */
async function currentSizes(folder: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const { logs } of await listSessions(folder)) {
    for (const log of logs) sizes.set(log, await endOfLastLine(join(folder, log)));
  }
  return sizes;
}

async function endOfLastLine(path: string): Promise<number> {
  const size = await sizeOf(path);
  // A record is a few hundred bytes; a longer one is only read again.
  let end = Math.max(0, size - 1024 * 1024);
  let aligned = end === 0;
  for await (const { next, whole } of linesOf(path, end)) {
    if (whole) [end, aligned] = [next, true];
  }
  return aligned ? end : 0;
}

/** None of a log that retention has taken before its turn came. */
async function* linesOf(path: string, from: number): AsyncGenerator<Line> {
  try {
    yield* readLines(path, from);
  } catch (error) {
    goneMeanwhile(error as NodeJS.ErrnoException);
  }
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

const pause = (milliseconds: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(done, milliseconds);
    function done() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
    signal?.addEventListener('abort', done);
    if (signal?.aborted) done();
  });
