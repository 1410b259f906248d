// Verifies one session: follows its chain through all files and compares it with the checkpoint file.

import { join } from 'node:path';
import { createLineHasher } from '../format/line-hasher.js';
import { readLines } from '../format/read-lines.js';
import type { SessionListing } from '../sessions/list-sessions.js';
import { isWrittenIn } from '../sessions/running.js';
import { checkFiles, checkKey, compareCheckpoint, readCheckpointFile } from './compare-checkpoint.js';
import { Chain, type Problem } from './follow-chain.js';
import type { SessionReport, VerifyOptions } from './report.js';

/** A verified session with its chain. */
export interface VerifiedSession {
  readonly report: SessionReport;
  readonly chain: Chain;
}

/** The maximum number of problems that are reported for one session. */
const maxProblems = 50;

export async function verifySession(
  folder: string,
  listing: SessionListing,
  { key, onProgress }: VerifyOptions,
): Promise<VerifiedSession> {
  const { session } = listing;
  // This is checked before reading: if the process is not running, a missing end record cannot be written later.
  const writes = await isWrittenIn(folder, session);
  const problems: Problem[] = [];
  const notes: string[] = [];
  const report = (problem: Problem) => {
    if (problems.length < maxProblems) problems.push(problem);
  };
  for (const file of listing.strange)
    report({ code: 'not_a_file', file, message: `${file} is not a regular file` });
  const checkpointFile = await readCheckpointFile(folder, listing, report);
  const hasher = createLineHasher(key);
  const chain = new Chain(session, hasher, checkpointFile, report);
  for (const file of listing.logs) {
    let line = 0;
    for await (const { bytes, whole } of readLines(join(folder, file))) {
      line++;
      if (whole) chain.add(bytes, file, line);
      else if (file === listing.logs.at(-1) && !chain.ended) notes.push('its last line is incomplete');
      else report({ code: 'not_a_record', file, line, message: `line ${line} is incomplete` });
      if (line % 50_000 === 0) onProgress?.(session, chain.seq);
    }
  }
  checkKey(session, chain, hasher.keyed, report);
  if (checkpointFile !== undefined) {
    checkFiles(listing, checkpointFile, chain, report);
    compareCheckpoint(
      session,
      checkpointFile,
      chain,
      hasher.keyed === chain.keyed ? hasher.tag : undefined,
      report,
      (count) => notes.push(newerThanCheckpoint(count, writes)),
    );
  }
  const alive = writes && !chain.ended;
  if (!chain.ended) notes.push(openInterval(chain, alive));
  if (chain.missing > 0) notes.push(`${chain.missing} entries could not be written, as the log reports`);
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

const newerThanCheckpoint = (records: number, alive: boolean): string =>
  `${records} entries are newer than the checkpoint file: ${alive ? 'the process is writing' : 'the process died'}`;

function openInterval({ countedUntil }: Chain, alive: boolean): string {
  const since = countedUntil === undefined ? 'the beginning' : countedUntil;
  const why = alive ? 'still running' : 'the process ended without closing the log';
  return `${why}; messages that are not logged are counted up to ${since}`;
}
