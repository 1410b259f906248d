// The file `KILL` in the state folder: its existence counts, what is in it only tells who and when.

import { lstat, readFile, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { makeFolder } from '@claw/audit';
import { killFile } from '../../places.js';

export interface KillStatus {
  readonly enabled: boolean;
  readonly since: string | null;
  readonly by: string | null;
}

/** Switches it on or off. Whoever was first to switch it on stays in the file. */
export async function switchKill(on: boolean): Promise<void> {
  const file = killFile(process.env);
  if (!on) return rm(file, { recursive: true, force: true });
  makeFolder(dirname(file));
  const text = JSON.stringify({ since: new Date().toISOString(), by: userName() });
  await writeFile(file, `${text}\n`, { flag: 'wx', mode: 0o600 }).catch(async (error) => {
    // It was there, or the disk had no room for the words: the file alone counts.
    if (!(await readKillStatus()).enabled) throw error;
  });
}

export async function readKillStatus(): Promise<KillStatus> {
  const file = killFile(process.env);
  const found = await lstat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (found === undefined) return { enabled: false, since: null, by: null };
  return { enabled: true, since: found.mtime.toISOString(), by: 'a file', ...(await readNote(file)) };
}

/** What `kill on` wrote; a file that somebody else made says nothing. */
async function readNote(file: string): Promise<Partial<KillStatus>> {
  try {
    const { since, by } = JSON.parse(await readFile(file, 'utf8')) as { since?: unknown; by?: unknown };
    return typeof since === 'string' && typeof by === 'string' ? { since, by } : {};
  } catch {
    return {};
  }
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'somebody';
  }
}
