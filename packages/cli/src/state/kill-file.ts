// Reads and writes the file `KILL` in the state folder. The kill switch is on while the file exists; its text only says
// who turned it on and when.

import { lstat, readFile, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { createFolder } from '@claw/audit';
import { killFile } from '../files/paths.js';
import { recordKillSwitch } from '../firewall/ports/record-kill-switch.js';

export interface KillStatus {
  readonly enabled: boolean;
  readonly since: string | null;
  readonly by: string | null;
}

/**
 * Turns the kill switch on or off, and writes the change to the audit log. Returns a warning if it could not be logged.
 * The file keeps the name of the user who first turned it on.
 */
export async function setKillSwitch(on: boolean): Promise<string | undefined> {
  const { enabled } = await readKillStatus();
  await changeFile(on);
  // An emergency stop must not depend on the log, so it is written second.
  return enabled === on ? undefined : recordKillSwitch(on, userName());
}

async function changeFile(on: boolean): Promise<void> {
  const file = killFile(process.env);
  if (!on) return rm(file, { recursive: true, force: true });
  createFolder(dirname(file));
  const text = JSON.stringify({ since: new Date().toISOString(), by: userName() });
  await writeFile(file, `${text}\n`, { flag: 'wx', mode: 0o600 }).catch(async (error) => {
    // The error does not matter if the file exists: another process may have created it, and on a full disk an empty
    // file is enough.
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

/** Returns the details that `kill on` wrote; empty for a file that was created in another way. */
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
    return 'unknown';
  }
}
