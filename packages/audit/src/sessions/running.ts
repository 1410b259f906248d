// Lists running sessions: those whose process is running and whose log has no end record.

import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { beganAt, processOf } from '../format/file-names.js';
import { readLines } from '../format/read-lines.js';
import { ignoreRemoved, listSessions, type SessionListing } from './list-sessions.js';
import { hasOpen, isSameProcess } from './process-alive.js';

/** A process that is writing to the log. */
export interface RunningSession {
  readonly session: string;
  readonly pid: number;
  readonly server: string;
  /** The last connected client, if it has identified itself. */
  readonly client: string | undefined;
  /** ISO 8601, UTC. */
  readonly since: string;
  /** The information about the process in the first record; undefined if retention has removed it. */
  readonly about: Readonly<Record<string, unknown>>;
  /** The number of decisions in the remaining files. */
  readonly decisions: number;
}

/** True if the process of a session is running; a process that was killed could not write an end record. */
export async function isSessionAlive(session: string): Promise<boolean> {
  const pid = processOf(session);
  // If the clock is set forward, every process looks younger than its session.
  return (await isSameProcess(pid, beganAt(session))) || hasOpen(pid, `/${session}.`);
}

/** True if the process of a session is writing to it in this folder; copies of a session have no writer. */
export async function isWrittenIn(folder: string, session: string): Promise<boolean> {
  const pid = processOf(session);
  if (process.platform !== 'linux') return isSameProcess(pid, beganAt(session));
  const place = await realpath(folder).catch(() => folder);
  return hasOpen(pid, `${place}${sep}${session}.`);
}

/** The part of each log that was already read. */
export type RunningProgress = Map<string, LogProgress>;

interface LogProgress {
  /** The offset of the first line that was not read. */
  readonly offset: number;
  readonly first: string | undefined;
  /** As JSON. */
  readonly client: string | undefined;
  readonly lastKind: string | undefined;
  readonly decisions: number;
}

/**
 * The running sessions of a folder, oldest first. A caller that polls passes the same `progress` each time, so
 * that only new lines are read.
 */
export async function runningSessions(
  folder: string,
  progress: RunningProgress = new Map(),
): Promise<readonly RunningSession[]> {
  const found: RunningSession[] = [];
  // If the path is not a folder, there is no writer; reading the records reports the error.
  const listings = await listSessions(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR') return [];
    throw error;
  });
  for (const listing of listings) {
    if (!(await isSessionAlive(listing.session))) continue;
    const session = await readSession(folder, listing, progress).catch(ignoreRemoved);
    if (session !== undefined) found.push(session);
  }
  const logs = new Set(listings.flatMap((listing) => listing.logs));
  for (const log of progress.keys()) if (!logs.has(log)) progress.delete(log);
  return found;
}

// INVARIANT: every line begins with these members in this order; client data follows them.
const beginning =
  /^\{"v":\d+,"seq":\d+,"time":"[^"]*","session":"[^"]*","kind":"(\w+)","server":"(?:[^"\\]|\\.)*"(?:,"client":("(?:[^"\\]|\\.)*"))?/;

/** The number of bytes to read of a line: more than the members of interest need. */
const longestBeginning = 4096;

async function readSession(
  folder: string,
  { session, logs }: SessionListing,
  progress: RunningProgress,
): Promise<RunningSession | undefined> {
  let [first, client, lastKind]: (string | undefined)[] = [];
  let decisions = 0;
  for (const log of logs) {
    const read = await readOn(join(folder, log), progress.get(log) ?? noProgress);
    progress.set(log, read);
    first ??= read.first;
    client = read.client ?? client;
    lastKind = read.lastKind ?? lastKind;
    decisions += read.decisions;
  }
  if (first === undefined || lastKind === 'session_end') return undefined;
  const start = parsed(first) as Record<string, unknown> | undefined;
  if (start === undefined) return undefined;
  return {
    session,
    pid: processOf(session),
    server: String(start['server']),
    client: client === undefined ? undefined : (parsed(client) as string | undefined),
    since: new Date(beganAt(session)).toISOString(),
    about: start['kind'] === 'session_start' ? start : {},
    decisions,
  };
}

const noProgress: LogProgress = {
  offset: 0,
  first: undefined,
  client: undefined,
  lastKind: undefined,
  decisions: 0,
};

/** Reads the whole lines that were added to a log. */
async function readOn(path: string, from: LogProgress): Promise<LogProgress> {
  let { offset, first, client, lastKind, decisions } = from;
  for await (const { bytes, next, whole } of readLines(path, offset)) {
    if (!whole) break;
    offset = next;
    const [, kind, name] = beginning.exec(bytes.toString('utf8', 0, longestBeginning)) ?? [];
    if (kind === undefined) continue;
    first ??= bytes.toString();
    lastKind = kind;
    if (kind === 'decision') decisions++;
    client = name ?? client;
  }
  return { offset, first, client, lastKind, decisions };
}

/** The line is untrusted. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
