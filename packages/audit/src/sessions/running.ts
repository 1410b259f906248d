// Lists the running sessions: their process is running, and their log has no end record.

import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { beganAt, processOf } from '../format/file-names.js';
import { readLines } from '../format/read-lines.js';
import { ignoreRemoved, listSessions, type SessionListing } from './list-sessions.js';
import { hasOpen, isSameProcess } from './process-alive.js';

/** A session whose process is writing to the log. */
export interface RunningSession {
  readonly session: string;
  readonly pid: number;
  readonly server: string;
  /** The last client that connected, if it sent its name. */
  readonly client: string | undefined;
  /** In ISO 8601, UTC. */
  readonly since: string;
  /** The information about the process in the first record, or undefined if retention has removed that record. */
  readonly about: Readonly<Record<string, unknown>>;
  /** The number of decisions in the files that retention has kept. */
  readonly decisions: number;
}

/**
 * Returns true if the process of a session is running. The end record alone is not enough, because a process that was
 * killed could not write one.
 */
export async function isSessionAlive(session: string): Promise<boolean> {
  const pid = processOf(session);
  // If the clock was set forward, every process seems to be younger than its session, so its open files are checked
  // as well.
  return (await isSameProcess(pid, beganAt(session))) || hasOpen(pid, `/${session}.`);
}

/** Returns true if the process of a session is writing to it in this folder; copies of a session have no writer. */
export async function isWrittenIn(folder: string, session: string): Promise<boolean> {
  const pid = processOf(session);
  if (process.platform !== 'linux') return isSameProcess(pid, beganAt(session));
  const place = await realpath(folder).catch(() => folder);
  return hasOpen(pid, `${place}${sep}${session}.`);
}

/** How far each log has been read. */
export type RunningProgress = Map<string, LogProgress>;

interface LogProgress {
  /** The offset of the first line that was not read. */
  readonly offset: number;
  readonly first: string | undefined;
  /** The name of the client as JSON. */
  readonly client: string | undefined;
  readonly lastKind: string | undefined;
  readonly decisions: number;
}

/**
 * Returns the running sessions of a folder, oldest first. A caller that polls passes the same `progress` each time,
 * so that only new lines are read.
 */
export async function runningSessions(
  folder: string,
  progress: RunningProgress = new Map(),
): Promise<readonly RunningSession[]> {
  const found: RunningSession[] = [];
  // If the path is not a folder, there is no writer. Reading the records reports the error.
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

/** The number of bytes of a line that are read, which is more than these members need. */
const maxBeginningLength = 4096;

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

/** Reads the complete lines that were added to a log. */
async function readOn(path: string, from: LogProgress): Promise<LogProgress> {
  let { offset, first, client, lastKind, decisions } = from;
  for await (const { bytes, next, whole } of readLines(path, offset)) {
    if (!whole) break;
    offset = next;
    const [, kind, name] = beginning.exec(bytes.toString('utf8', 0, maxBeginningLength)) ?? [];
    if (kind === undefined) continue;
    first ??= bytes.toString();
    lastKind = kind;
    if (kind === 'decision') decisions++;
    client = name ?? client;
  }
  return { offset, first, client, lastKind, decisions };
}

/** Returns undefined for invalid JSON, because the line is untrusted. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
