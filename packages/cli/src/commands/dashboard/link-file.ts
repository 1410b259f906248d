// Stores the key with which another command run by the same user requests a link from a running dashboard. The key is
// in a private file in the state folder while the dashboard runs.

import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stateFolder } from '../../files/paths.js';
import { writePrivateFile } from '../../files/private-file.js';

const fileOf = (port: number): string => join(stateFolder(process.env), `dashboard-${port}.json`);

export const createLinkKey = (): string => randomBytes(32).toString('base64url');

/**
 * Stores the key of the dashboard on a port. Returns a function that removes the key, unless another dashboard has
 * replaced it.
 */
export async function keepLinkKey(port: number, key: string): Promise<() => Promise<void>> {
  await writePrivateFile(fileOf(port), JSON.stringify({ key, pid: process.pid }));
  return async () => {
    if ((await readLinkKey(port)) === key) await rm(fileOf(port), { force: true });
  };
}

/** Returns the key of the dashboard on a port; undefined if no dashboard was started there. */
export async function readLinkKey(port: number): Promise<string | undefined> {
  try {
    const { key } = JSON.parse(await readFile(fileOf(port), 'utf8')) as { key?: unknown };
    return typeof key === 'string' ? key : undefined;
  } catch {
    return undefined;
  }
}
