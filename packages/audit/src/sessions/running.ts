// The sessions that go on now: those whose process lives and that have no end in their log.

import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { beganAt, processOf } from '../format/file-names.js';
import { readLines } from '../format/read-lines.js';
import { goneMeanwhile, listSessions, type SessionListing } from './list-sessions.js';
import { hasOpen, isSameProcess } from './process-alive.js';

/** A process that writes to the log now. */
export interface RunningSession {
  readonly session: string;
  readonly pid: number;
  readonly server: string;
  /** The client that spoke last, if one has said who it is. */
  readonly client: string | undefined;
  /** ISO 8601, UTC. */
  readonly since: string;
  /** What the first record says about the process; nothing when retention has taken it. */
  readonly about: Readonly<Record<string, unknown>>;
  /** How many decisions are in the files that are left. */
  readonly decisions: number;
}

/** Whether the process that began a session lives; one that died had no time to write an end. */
export async function isSessionAlive(session: string): Promise<boolean> {
  const pid = processOf(session);
  // A clock that was put forward makes every process look younger than its session.
  return (await isSameProcess(pid, beganAt(session))) || hasOpen(pid, `/${session}.`);
}

/** Whether the process that began a session still writes to it here; a copy of a session is written by nobody. */
export async function isWrittenIn(folder: string, session: string): Promise<boolean> {
  const pid = processOf(session);
  if (process.platform !== 'linux') return isSameProcess(pid, beganAt(session));
  const place = await realpath(folder).catch(() => folder);
  return hasOpen(pid, `${place}${sep}${session}.`);
}

/** What goes on in a folder, oldest first. */
export async function runningSessions(folder: string): Promise<readonly RunningSession[]> {
  const found: RunningSession[] = [];
  // Nobody writes to something that is no folder; whoever reads the record is told.
  const listings = await listSessions(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR') return [];
    throw error;
  });
  for (const listing of listings) {
    if (!(await isSessionAlive(listing.session))) continue;
    const session = await readSession(folder, listing).catch(goneMeanwhile);
    if (session !== undefined) found.push(session);
  }
  return found;
}

// INVARIANT: every line begins with these members in this order; what a client sent stands behind them.
const beginning =
  /^\{"v":\d+,"seq":\d+,"time":"[^"]*","session":"[^"]*","kind":"(\w+)","server":"(?:[^"\\]|\\.)*"(?:,"client":("(?:[^"\\]|\\.)*"))?/;

/** Longer than any beginning that is worth reading. */
const longestBeginning = 4096;

async function readSession(
  folder: string,
  { session, logs }: SessionListing,
): Promise<RunningSession | undefined> {
  let [first, client, last]: (string | undefined)[] = [];
  let decisions = 0;
  for (const log of logs) {
    for await (const { bytes, whole } of readLines(join(folder, log))) {
      const [, kind, name] = beginning.exec(bytes.toString('utf8', 0, longestBeginning)) ?? [];
      if (kind === undefined || !whole) continue;
      first ??= bytes.toString();
      last = kind;
      if (kind === 'decision') decisions++;
      client = name ?? client;
    }
  }
  if (first === undefined || last === 'session_end') return undefined;
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

/** Somebody may have written there who is not us. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
