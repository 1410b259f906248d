// Writes files atomically that only the user can read, in folders that only the user can read.

import { randomBytes } from 'node:crypto';
import { link, open, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createFolder } from '@claw/audit';

/**
 * Writes a private file. With `keep`, an existing file is not replaced, and the error is `EEXIST`. `mayReplace` is
 * called directly before the file is replaced; if it returns false, nothing changes and the result is false.
 */
export async function writePrivateFile(
  path: string,
  text: string,
  keep = false,
  mayReplace: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  createFolder(dirname(path));
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  const handle = await open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
    await handle.close();
    if (!(await mayReplace())) return false;
    // `link` fails when the file exists; `rename` replaces it.
    await (keep ? link(temporary, path) : rename(temporary, path));
    return true;
  } finally {
    await handle.close().catch(() => {});
    await unlink(temporary).catch(() => {});
  }
}
