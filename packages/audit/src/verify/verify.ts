// Verifies a log: follows the chain of each session, compares it with the checkpoint file, and distinguishes a
// killed process from tampering.

import { ignoreRemoved, listSessions, type SessionListing } from '../sessions/list-sessions.js';
import type { Problem } from './follow-chain.js';
import type { SessionReport, VerifyOptions, VerifyReport } from './report.js';
import { type VerifiedSession, verifySession } from './verify-session.js';

/** Verifies all sessions in a folder, which can be a copy of the original one. */
export async function verifyAudit(folder: string, options: VerifyOptions = {}): Promise<VerifyReport> {
  const { checked, removed } = await verifyAll(folder, options);
  // The sessions are read again, because a process that removes a session may record the removal after its log was
  // read here.
  const again = removed.length === 0 ? [] : (await verifyAll(folder, options)).checked;
  const retired = new Set([...checked, ...again].flatMap(({ chain }) => chain.retired));
  const problems = [
    ...disappearedSessions(removed.filter((session) => !retired.has(session))),
    ...missingSessions(checked, new Set([...retired, ...removed])),
  ];
  const sessions = checked.map(({ report }) => (retired.has(report.session) ? beingRemoved(report) : report));
  return {
    ok: problems.length === 0 && sessions.every(({ state }) => state !== 'broken'),
    sessions,
    problems,
  };
}

/** Returns all sessions of the folder, and the names of those that were removed while they were read. */
async function verifyAll(
  folder: string,
  options: VerifyOptions,
): Promise<{ readonly checked: readonly VerifiedSession[]; readonly removed: readonly string[] }> {
  const checked: VerifiedSession[] = [];
  const removed: string[] = [];
  for (const listing of await listSessions(folder)) {
    const session = await verifyAsItGrows(folder, listing, options);
    if (session === undefined) removed.push(listing.session);
    else checked.push(session);
  }
  return { checked, removed: removed };
}

/**
 * The maximum number of attempts. All of them fail only if the writer is running and its files contain just a few
 * lines.
 */
const maxReadings = 5;

/**
 * Verifies a session, and repeats this if it finds problems, because a writer may start another file and remove the
 * oldest one at the same time. Returns undefined if the session was removed; its removal was recorded before.
 */
async function verifyAsItGrows(
  folder: string,
  listing: SessionListing,
  options: VerifyOptions,
): Promise<VerifiedSession | undefined> {
  let current = listing;
  for (let reading = 1; reading < maxReadings; reading++) {
    const checked = await verifySession(folder, current, options).catch(ignoreRemoved);
    if (checked?.report.problems.length === 0) return checked;
    const now = (await listSessions(folder)).find(({ session }) => session === listing.session);
    if (now === undefined) return undefined;
    if (checked !== undefined && now.logs.join() === current.logs.join()) return checked;
    current = now;
  }
  return verifySession(folder, current, options);
}

/** Reports sessions that disappeared while they were read, without a record of their removal. */
const disappearedSessions = (sessions: readonly string[]): Problem[] =>
  sessions.map((session) => ({
    code: 'missing_session',
    file: session,
    message: `the whole session ${session} vanished while the log was checked, and no other session reports that retention removed it`,
  }));

/** Reports sessions to which a later session refers and which retention did not remove. */
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

/** The problems with a session whose files are being removed one after the other. */
const leftByRemoval: ReadonlySet<Problem['code']> = new Set([
  'missing',
  'missing_file',
  'truncated',
  'missing_checkpoint_file',
]);

/**
 * Adjusts the report of a session that another session is removing: it may be incomplete, but the rest must be valid.
 */
function beingRemoved(report: SessionReport): SessionReport {
  const problems = report.problems.filter(({ code }) => !leftByRemoval.has(code));
  return {
    ...report,
    state: problems.length > 0 ? 'broken' : 'ended',
    notes: [...report.notes, 'retention is removing it'],
    problems,
  };
}
