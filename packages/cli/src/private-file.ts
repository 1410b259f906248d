// Files of our own: private to the user, in folders that are private, and either the old or the new text at any moment.

import { randomBytes } from 'node:crypto';
import { link, open, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '@claw/audit';

/** Writes a file that only the user may read. With `keep`, one that is there already stays, and an error says so. */
export async function writePrivateFile(path: string, text: string, keep = false): Promise<void> {
  makeFolder(dirname(path));
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  const handle = await open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
    await handle.close();
    // A link fails where a rename would replace.
    await (keep ? link(temporary, path) : rename(temporary, path));
  } finally {
    await handle.close().catch(() => {});
    await unlink(temporary).catch(() => {});
  }
}
