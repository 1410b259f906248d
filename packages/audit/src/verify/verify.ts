// Does a log still say what was written? Follows the chain of every session, compares it with the witness, and tells
// a process that died from a hand that took something away.

import { goneMeanwhile, listSessions, type SessionListing } from '../sessions/list-sessions.js';
import type { Problem } from './follow-chain.js';
import type { SessionReport, VerifyOptions, VerifyReport } from './report.js';
import { type VerifiedSession, verifySession } from './verify-session.js';

/** Checks all sessions of a folder, wherever the folder lies. */
export async function verifyAudit(folder: string, options: VerifyOptions = {}): Promise<VerifyReport> {
  const { checked, gone } = await verifyAll(folder, options);
  // Whoever has retired a session may have said so after it was read here.
  const again = gone.length === 0 ? [] : (await verifyAll(folder, options)).checked;
  const retired = new Set([...checked, ...again].flatMap(({ chain }) => chain.retired));
  const problems = [
    ...vanishedSessions(gone.filter((session) => !retired.has(session))),
    ...missingSessions(checked, new Set([...retired, ...gone])),
  ];
  const sessions = checked.map(({ report }) => (retired.has(report.session) ? beingRemoved(report) : report));
  return {
    ok: problems.length === 0 && sessions.every(({ state }) => state !== 'broken'),
    sessions,
    problems,
  };
}

/** Every session of the folder, and the names of those that went while they were read. */
async function verifyAll(
  folder: string,
  options: VerifyOptions,
): Promise<{ readonly checked: readonly VerifiedSession[]; readonly gone: readonly string[] }> {
  const checked: VerifiedSession[] = [];
  const gone: string[] = [];
  for (const listing of await listSessions(folder)) {
    const session = await verifyAsItGrows(folder, listing, options);
    if (session === undefined) gone.push(listing.session);
    else checked.push(session);
  }
  return { checked, gone };
}

/** More readings than a writer can spoil, unless its files hold a few lines each. */
const mostReadings = 5;

/**
 * A writer may go on to another file and let the oldest go while we read: what looks wrong is read again as it is now.
 * Undefined when the whole session went meanwhile; whoever retired it has written that down before.
 */
async function verifyAsItGrows(
  folder: string,
  listing: SessionListing,
  options: VerifyOptions,
): Promise<VerifiedSession | undefined> {
  let current = listing;
  for (let reading = 1; reading < mostReadings; reading++) {
    const checked = await verifySession(folder, current, options).catch(goneMeanwhile);
    if (checked?.report.problems.length === 0) return checked;
    const now = (await listSessions(folder)).find(({ session }) => session === listing.session);
    if (now === undefined) return undefined;
    if (checked !== undefined && now.logs.join() === current.logs.join()) return checked;
    current = now;
  }
  return verifySession(folder, current, options);
}

/** Read in part, then gone, and nobody says that it was retired. */
const vanishedSessions = (sessions: readonly string[]): Problem[] =>
  sessions.map((session) => ({
    code: 'missing_session',
    file: session,
    message: `the whole session ${session} vanished while the log was checked, and no other session reports that retention removed it`,
  }));

/** A session that another one saw before it, and that nobody has retired, was taken away. */
function missingSessions(checked: readonly VerifiedSession[], retired: ReadonlySet<string>): Problem[] {
  const there = new Set(checked.map(({ report }) => report.session));
  return checked.flatMap(({ chain: { previous }, report }): Problem[] =>
    previous === undefined || there.has(previous) || retired.has(previous)
      ? []
      : [
          {
            code: 'missing_session',
            file: previous,
            message: `the whole session ${previous} is missing; the session ${report.session} refers to it`,
          },
        ],
  );
}

/** What is left of a session while its files go, one after the other. */
const leftByRemoval: ReadonlySet<Problem['code']> = new Set([
  'missing',
  'missing_file',
  'truncated',
  'no_witness',
]);

/** Another session has announced that it removes this one. It may be half gone; what is left must still hold. */
function beingRemoved(report: SessionReport): SessionReport {
  const problems = report.problems.filter(({ code }) => !leftByRemoval.has(code));
  return {
    ...report,
    state: problems.length > 0 ? 'broken' : 'ended',
    notes: [...report.notes, 'retention is removing it'],
    problems,
  };
}
