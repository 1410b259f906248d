// Does a log still say what was written? Follows the chain of every session, compares it with the witness, and tells
// a process that died from a hand that took something away.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { witnessName } from '../format/file-names.js';
import { readLines } from '../format/read-lines.js';
import type { Counts } from '../format/record.js';
import { createSeal } from '../format/seal.js';
import { parseWitness, type Witness } from '../format/witness.js';
import { goneMeanwhile, listSessions, type SessionListing } from '../sessions/list-sessions.js';
import { isWrittenIn } from '../sessions/running.js';
import { Chain, type Problem } from './follow-chain.js';

/** What was found out about one session. */
export interface SessionReport {
  readonly session: string;
  /** `open`: no end was recorded; the process died, or still runs, see `alive`. */
  readonly state: 'ended' | 'open' | 'broken';
  /** Whether its process was still writing to it when it was read. */
  readonly alive: boolean;
  readonly records: number;
  /** Records by kind. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Messages per direction, up to the last time that they were counted. */
  readonly counts: Counts | undefined;
  readonly countedUntil: string | undefined;
  /** Records that the writer itself reported as not written. */
  readonly missing: number;
  /** What is worth knowing and no fault: whole records ahead of the witness, a torn last line. */
  readonly notes: readonly string[];
  readonly problems: readonly Problem[];
}

export interface VerifyReport {
  readonly ok: boolean;
  readonly sessions: readonly SessionReport[];
  /** What concerns the folder and no session that is there. */
  readonly problems: readonly Problem[];
}

export interface VerifyOptions {
  readonly key?: string | undefined;
  readonly onProgress?: (session: string, records: number) => void;
}

/** More of them say nothing new about one session. */
const mostProblems = 50;

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
): Promise<{ readonly checked: readonly Checked[]; readonly gone: readonly string[] }> {
  const checked: Checked[] = [];
  const gone: string[] = [];
  for (const listing of await listSessions(folder)) {
    const session = await verifyAsItGrows(folder, listing, options);
    if (session === undefined) gone.push(listing.session);
    else checked.push(session);
  }
  return { checked, gone };
}

interface Checked {
  readonly report: SessionReport;
  readonly chain: Chain;
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
): Promise<Checked | undefined> {
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

async function verifySession(
  folder: string,
  listing: SessionListing,
  { key, onProgress }: VerifyOptions,
): Promise<Checked> {
  const { session } = listing;
  // Before anything is read: whoever is gone by then writes no more, so that a missing end stays missing.
  const writes = await isWrittenIn(folder, session);
  const problems: Problem[] = [];
  const notes: string[] = [];
  const report = (problem: Problem) => {
    if (problems.length < mostProblems) problems.push(problem);
  };
  for (const file of listing.strange)
    report({ code: 'not_a_file', file, message: `${file} is no file, but something that has its name` });
  const witness = await readWitness(folder, listing, report);
  const seal = createSeal(key);
  const chain = new Chain(session, seal, witness, report);
  for (const file of listing.logs) {
    let line = 0;
    for await (const { bytes, whole } of readLines(join(folder, file))) {
      line++;
      if (whole) chain.add(bytes, file, line);
      else if (file === listing.logs.at(-1) && !chain.ended) notes.push('its last line was not finished');
      else report({ code: 'not_a_record', file, line, message: `line ${line} is torn` });
      if (line % 50_000 === 0) onProgress?.(session, chain.seq);
    }
  }
  checkKey(session, chain, seal.keyed, report);
  if (witness !== undefined) {
    checkFiles(listing, witness, chain, report);
    checkWitness(
      session,
      witness,
      chain,
      seal.keyed === chain.keyed ? seal.witness : undefined,
      report,
      (count) => notes.push(aheadOfWitness(count, writes)),
    );
  }
  const alive = writes && !chain.ended;
  if (!chain.ended) notes.push(openInterval(chain, alive));
  if (chain.missing > 0) notes.push(`${chain.missing} records could not be written, as the log itself says`);
  return {
    chain,
    report: {
      session,
      state: problems.length > 0 ? 'broken' : chain.ended ? 'ended' : 'open',
      alive,
      records: chain.last === undefined ? 0 : chain.seq - (chain.first?.seq ?? 1) + 1,
      kinds: chain.seen,
      counts: chain.counts,
      countedUntil: chain.countedUntil,
      missing: chain.missing,
      notes,
      problems,
    },
  };
}

async function readWitness(
  folder: string,
  { session, hasWitness }: SessionListing,
  report: (problem: Problem) => void,
): Promise<Witness | undefined> {
  const file = witnessName(session);
  if (!hasWitness) {
    report({ code: 'no_witness', file, message: 'the witness is missing' });
    return undefined;
  }
  const witness = parseWitness(await readFile(join(folder, file), 'utf8'));
  if (witness === undefined) report({ code: 'bad_witness', file, message: 'the witness cannot be read' });
  return witness;
}

function checkKey(session: string, chain: Chain, keyed: boolean, report: (problem: Problem) => void): void {
  if (chain.first === undefined || chain.keyed === keyed) return;
  report(
    keyed
      ? {
          code: 'unkeyed',
          file: session,
          message:
            'it was written without the key, so anybody could have written it; keep such sessions in another folder',
        }
      : {
          code: 'needs_key',
          file: session,
          message: 'its hashes are keyed; set `CLAWDEFENDER_AUDIT_KEY` to check them',
        },
  );
}

/** Every file that the witness lists must be there, but for those that retention took. */
function checkFiles(
  { logs }: SessionListing,
  witness: Witness,
  chain: Chain,
  report: (problem: Problem) => void,
): void {
  const oldest = witness.files.indexOf(logs[0] ?? '');
  witness.files.forEach((file, index) => {
    if (logs.includes(file)) return;
    const takenByRetention = index < oldest && chain.first?.seq === chain.keptFrom;
    // The writer announces a file before it creates it, and may have died in between.
    const neverBegun = index === witness.files.length - 1 && witness.seq === chain.seq;
    if (!takenByRetention && !neverBegun)
      report({ code: 'missing_file', file, message: `the file ${file} is missing` });
  });
  for (const file of logs)
    if (!witness.files.includes(file))
      report({ code: 'unlisted_file', file, message: `the witness does not know the file ${file}` });
  const { first, keptFrom } = chain;
  // A death between writing down what is let go and letting it go leaves more than was announced, never less.
  if (first !== undefined && first.seq > Math.max(1, keptFrom ?? 1))
    report({
      code: 'missing',
      file: logs[0] as string,
      message: `the log begins with record ${first.seq}, but retention has kept all from ${keptFrom ?? 1} on`,
    });
}

function checkWitness(
  session: string,
  witness: Witness,
  chain: Chain,
  tagOf: ((hash: string) => string) | undefined,
  report: (problem: Problem) => void,
  onAhead: (records: number) => void,
): void {
  const file = witnessName(session);
  if (tagOf !== undefined && tagOf(witness.hash) !== witness.tag)
    report({ code: 'forged_witness', file, message: 'the witness was not written with the key' });
  if (witness.seq > chain.seq)
    report({
      code: 'truncated',
      file,
      message: `the log ends with record ${chain.seq}, but record ${witness.seq} was acknowledged`,
    });
  else if (witness.seq > 0 && chain.hashAtWitness !== witness.hash)
    report({
      code: 'bad_witness',
      file,
      message: `record ${witness.seq} is not the one that was acknowledged`,
    });
  if (witness.seq < chain.seq) onAhead(chain.seq - witness.seq);
}

const aheadOfWitness = (records: number, alive: boolean): string =>
  `${records} whole records are ahead of the witness: ${alive ? 'the process is writing' : 'the process died'}`;

function openInterval({ countedUntil }: Chain, alive: boolean): string {
  const since = countedUntil === undefined ? 'the beginning' : countedUntil;
  const why = alive ? 'it goes on: the process runs' : 'it has no end: the process died';
  return `${why}; messages that were not reviewed are counted up to ${since}`;
}

/** Read in part, then gone, and nobody says that it was retired. */
const vanishedSessions = (sessions: readonly string[]): Problem[] =>
  sessions.map((session) => ({
    code: 'missing_session',
    file: session,
    message: `the whole session ${session} vanished while the log was checked, and no session says that it was retired`,
  }));

/** A session that another one saw before it, and that nobody has retired, was taken away. */
function missingSessions(checked: readonly Checked[], retired: ReadonlySet<string>): Problem[] {
  const there = new Set(checked.map(({ report }) => report.session));
  return checked.flatMap(({ chain: { previous }, report }): Problem[] =>
    previous === undefined || there.has(previous) || retired.has(previous)
      ? []
      : [
          {
            code: 'missing_session',
            file: previous,
            message: `the whole session ${previous} is missing; ${report.session} has seen it`,
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
