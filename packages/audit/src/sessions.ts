// Which sessions a folder holds, and their files in order.

import { readdir } from 'node:fs/promises';
import { isLog, numberOf, sessionOf, witnessName } from './names.js';

export interface SessionListing {
  readonly session: string;
  /** Names of the log files, oldest first. */
  readonly logs: readonly string[];
  readonly hasWitness: boolean;
}

/** All sessions, oldest first. A folder that does not exist holds none. */
export async function listSessions(folder: string): Promise<readonly SessionListing[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const sessions = new Map<string, string[]>();
  for (const name of names) {
    const session = sessionOf(name);
    if (session === undefined) continue;
    const files = sessions.get(session) ?? [];
    files.push(name);
    sessions.set(session, files);
  }
  return [...sessions.keys()].sort().map((session) => {
    const files = sessions.get(session) as string[];
    return {
      session,
      logs: files.filter(isLog).sort((left, right) => numberOf(left) - numberOf(right)),
      hasWitness: files.includes(witnessName(session)),
    };
  });
}

/** Retention may remove a file between listing and reading. */
export function goneMeanwhile(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
