// Which sessions a folder holds, and their files in order.

import { readdir } from 'node:fs/promises';
import { isLog, numberOf, sessionOf, witnessName } from '../format/file-names.js';

export interface SessionListing {
  readonly session: string;
  /** Names of the log files, oldest first. */
  readonly logs: readonly string[];
  readonly hasWitness: boolean;
  /** What has the name of a file of ours and is none: a folder, a link, a pipe. Reading it might never end. */
  readonly strange: readonly string[];
}

/** All sessions, oldest first. A folder that does not exist holds none. */
export async function listSessions(folder: string): Promise<readonly SessionListing[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const sessions = new Map<string, { files: string[]; strange: string[] }>();
  for (const entry of entries) {
    const session = sessionOf(entry.name);
    if (session === undefined) continue;
    const found = sessions.get(session) ?? { files: [], strange: [] };
    (entry.isFile() ? found.files : found.strange).push(entry.name);
    sessions.set(session, found);
  }
  return [...sessions].sort(byName).map(([session, { files, strange }]) => {
    return {
      session,
      logs: files.filter(isLog).sort((left, right) => numberOf(left) - numberOf(right)),
      hasWitness: files.includes(witnessName(session)),
      strange,
    };
  });
}

const byName = ([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number =>
  left < right ? -1 : 1;

/** Retention may remove a file between listing and reading. */
export function goneMeanwhile(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
