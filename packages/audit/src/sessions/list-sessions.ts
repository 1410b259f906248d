// Lists the sessions of a folder with their files.

import { readdir } from 'node:fs/promises';
import { checkpointFileName, isLog, numberOf, sessionOf } from '../format/file-names.js';

export interface SessionListing {
  readonly session: string;
  /** The names of the log files, oldest first. */
  readonly logs: readonly string[];
  readonly hasCheckpointFile: boolean;
  /**
   * Entries with the name of a log file that are not regular files: folders, links, pipes. Reading them might never
   * end.
   */
  readonly strange: readonly string[];
}

/** Returns all sessions, oldest first, or an empty list if the folder does not exist. */
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
      hasCheckpointFile: files.includes(checkpointFileName(session)),
      strange,
    };
  });
}

const byName = ([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number =>
  left < right ? -1 : 1;

/** Ignores the error for a missing file, because retention may remove a file between listing and reading. */
export function ignoreRemoved(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
