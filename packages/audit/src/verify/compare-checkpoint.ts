// Compares a session with its checkpoint file: the listed files, the last acknowledged record, and the key.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CheckpointFile, parseCheckpointFile } from '../format/checkpoint-file.js';
import { checkpointFileName } from '../format/file-names.js';
import type { SessionListing } from '../sessions/list-sessions.js';
import type { Chain, Problem } from './follow-chain.js';

export async function readCheckpointFile(
  folder: string,
  { session, hasCheckpointFile }: SessionListing,
  report: (problem: Problem) => void,
): Promise<CheckpointFile | undefined> {
  const file = checkpointFileName(session);
  if (!hasCheckpointFile) {
    report({ code: 'missing_checkpoint_file', file, message: 'the checkpoint file is missing' });
    return undefined;
  }
  const checkpointFile = parseCheckpointFile(await readFile(join(folder, file), 'utf8'));
  if (checkpointFile === undefined)
    report({ code: 'invalid_checkpoint_file', file, message: 'the checkpoint file cannot be read' });
  return checkpointFile;
}

export function checkKey(
  session: string,
  chain: Chain,
  keyed: boolean,
  report: (problem: Problem) => void,
): void {
  if (chain.first === undefined || chain.keyed === keyed) return;
  report(
    keyed
      ? {
          code: 'unkeyed',
          file: session,
          message:
            'it was written without the key, so it could be forged; keep such sessions in another folder',
        }
      : {
          code: 'needs_key',
          file: session,
          message: 'its hashes are keyed; set `CLAWDEFENDER_AUDIT_KEY` to check them',
        },
  );
}

/** Each listed file must exist, except those that retention has removed. */
export function checkFiles(
  { logs }: SessionListing,
  checkpointFile: CheckpointFile,
  chain: Chain,
  report: (problem: Problem) => void,
): void {
  const oldest = checkpointFile.files.indexOf(logs[0] ?? '');
  checkpointFile.files.forEach((file, index) => {
    if (logs.includes(file)) return;
    const takenByRetention = index < oldest && chain.first?.seq === chain.keptFrom;
    // The writer lists a file before it creates the file, and may have died in between.
    const neverBegun = index === checkpointFile.files.length - 1 && checkpointFile.seq === chain.seq;
    if (!takenByRetention && !neverBegun)
      report({ code: 'missing_file', file, message: `the file ${file} is missing` });
  });
  for (const file of logs)
    if (!checkpointFile.files.includes(file))
      report({ code: 'unlisted_file', file, message: `the checkpoint file does not list ${file}` });
  const { first, keptFrom } = chain;
  // If the process dies between recording and performing a removal, more files remain than recorded, never fewer.
  if (first !== undefined && first.seq > Math.max(1, keptFrom ?? 1))
    report({
      code: 'missing',
      file: logs[0] as string,
      message: `the log begins with record ${first.seq}, but retention has kept all from ${keptFrom ?? 1} on`,
    });
}

export function compareCheckpoint(
  session: string,
  checkpointFile: CheckpointFile,
  chain: Chain,
  tagOf: ((hash: string) => string) | undefined,
  report: (problem: Problem) => void,
  onAhead: (records: number) => void,
): void {
  const file = checkpointFileName(session);
  if (tagOf !== undefined && tagOf(checkpointFile.hash) !== checkpointFile.tag)
    report({
      code: 'forged_checkpoint_file',
      file,
      message: 'the checkpoint file was not written with the key',
    });
  if (checkpointFile.seq > chain.seq)
    report({
      code: 'truncated',
      file,
      message: `the log ends with record ${chain.seq}, but record ${checkpointFile.seq} was acknowledged`,
    });
  else if (checkpointFile.seq > 0 && chain.hashAtCheckpoint !== checkpointFile.hash)
    report({
      code: 'invalid_checkpoint_file',
      file,
      message: `record ${checkpointFile.seq} differs from the acknowledged one`,
    });
  if (checkpointFile.seq < chain.seq) onAhead(chain.seq - checkpointFile.seq);
}
