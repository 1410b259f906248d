// Removes the folder of a test. It tries repeatedly, because processes that are exiting may still write files, and then
// `rmSync` fails.

import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

export async function removeFolder(path: string, attempts = 200): Promise<void> {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    if (attempts === 0) throw error;
    await wait(50);
    await removeFolder(path, attempts - 1);
  }
}
