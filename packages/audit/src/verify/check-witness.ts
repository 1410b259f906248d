// Compares a session with its witness: the files that it lists, the last acknowledged record, and the key.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { witnessName } from '../format/file-names.js';
import { parseWitness, type Witness } from '../format/witness.js';
import type { SessionListing } from '../sessions/list-sessions.js';
import type { Chain, Problem } from './follow-chain.js';

export async function readWitness(
  folder: string,
  { session, hasWitness }: SessionListing,
  report: (problem: Problem) => void,
): Promise<Witness | undefined> {
  const file = witnessName(session);
  if (!hasWitness) {
    report({ code: 'no_witness', file, message: 'the checkpoint file is missing' });
    return undefined;
  }
  const witness = parseWitness(await readFile(join(folder, file), 'utf8'));
  if (witness === undefined)
    report({ code: 'bad_witness', file, message: 'the checkpoint file cannot be read' });
  return witness;
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

/** Every file that the witness lists must be there, but for those that retention took. */
export function checkFiles(
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
      report({ code: 'unlisted_file', file, message: `the checkpoint file does not list ${file}` });
  const { first, keptFrom } = chain;
  // A death between writing down what is let go and letting it go leaves more than was announced, never less.
  if (first !== undefined && first.seq > Math.max(1, keptFrom ?? 1))
    report({
      code: 'missing',
      file: logs[0] as string,
      message: `the log begins with record ${first.seq}, but retention has kept all from ${keptFrom ?? 1} on`,
    });
}

export function checkWitness(
  session: string,
  witness: Witness,
  chain: Chain,
  tagOf: ((hash: string) => string) | undefined,
  report: (problem: Problem) => void,
  onAhead: (records: number) => void,
): void {
  const file = witnessName(session);
  if (tagOf !== undefined && tagOf(witness.hash) !== witness.tag)
    report({ code: 'forged_witness', file, message: 'the checkpoint file was not written with the key' });
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
      message: `record ${witness.seq} differs from the acknowledged one`,
    });
  if (witness.seq < chain.seq) onAhead(chain.seq - witness.seq);
}
