// Follows the logs of all sessions as they grow, including sessions that start later.

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Line, readLines } from '../format/read-lines.js';
import type { AuditRecord } from '../format/record.js';
import { readRecord } from '../index-file/index-file.js';
import { ignoreRemoved, listSessions } from '../sessions/list-sessions.js';
import { type AuditFilter, matchesRecord } from './filter.js';
import { queryAudit } from './query.js';

export interface TailOptions {
  /** The number of earlier records that are returned first; 10 by default. */
  readonly lines?: number;
  /** If false, the tail ends after the earlier records instead of waiting for new ones. */
  readonly follow?: boolean;
  readonly signal?: AbortSignal;
  /** Called when the ends of the logs are known: records that are written after this are returned. */
  readonly onBegin?: () => void;
}

export interface TailedRecord {
  readonly line: string;
  readonly record: AuditRecord;
}

const pollMilliseconds = 200;

/** Yields the last matching lines, then each new matching line. */
export async function* tailAudit(
  folder: string,
  filter?: AuditFilter,
  options?: TailOptions,
): AsyncGenerator<string> {
  for await (const { line } of tailRecords(folder, filter, options)) yield line;
}

/** Like `tailAudit`, with the parsed records. */
export async function* tailRecords(
  folder: string,
  filter: AuditFilter = {},
  { lines = 10, follow = true, signal, onBegin }: TailOptions = {},
): AsyncGenerator<TailedRecord> {
  const offsets = await currentSizes(folder);
  onBegin?.();
  const shown = new Map<string, number>();
  // If no earlier records are requested, the caller does not have to wait for an index.
  for await (const line of lines === 0 ? [] : queryAudit(folder, filter, { limit: lines })) {
    const record = readRecord(line);
    if (record === undefined) continue;
    shown.set(record.session, record.seq);
    yield { line, record };
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
): AsyncGenerator<TailedRecord> {
  const from = offsets.get(log) ?? 0;
  const size = await sizeOf(join(folder, log));
  if (size <= from) return;
  for await (const { bytes, next, whole } of linesOf(join(folder, log), from)) {
    if (!whole) return;
    offsets.set(log, next);
    const line = bytes.toString();
    const record = readRecord(line);
    if (record === undefined || record.seq <= (shown.get(record.session) ?? 0)) continue;
    if (matchesRecord(filter, record, line)) yield { line, record };
  }
}

/** Returns the end of each log; if it is in the middle of a line, this line is read again. */
async function currentSizes(folder: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const { logs } of await listSessions(folder)) {
    for (const log of logs) sizes.set(log, await endOfLastLine(join(folder, log)));
  }
  return sizes;
}

async function endOfLastLine(path: string): Promise<number> {
  const size = await sizeOf(path);
  // Reads only the end of the log, because a record has a few hundred bytes. If no line ends there, the log is read
  // from its beginning.
  let end = Math.max(0, size - 1024 * 1024);
  let aligned = end === 0;
  for await (const { next, whole } of linesOf(path, end)) {
    if (whole) [end, aligned] = [next, true];
  }
  return aligned ? end : 0;
}

/** Yields nothing if retention has already removed the log. */
async function* linesOf(path: string, from: number): AsyncGenerator<Line> {
  try {
    yield* readLines(path, from);
  } catch (error) {
    ignoreRemoved(error as NodeJS.ErrnoException);
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
