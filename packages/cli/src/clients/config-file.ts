// Reads and writes configuration files of other programs. Writing is atomic and preserves the byte order mark, the
// mode, the owner and symbolic links.

import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import {
  access,
  type FileHandle,
  link,
  lstat,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  stat,
  unlink,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The content of a file. */
export interface ConfigFile {
  /** The path after all symbolic links are resolved. */
  readonly path: string;
  readonly bytes: Buffer;
  /** The content as text, without the byte order mark. */
  readonly text: string;
}

export interface FileProblem {
  readonly problem: string;
  readonly missing?: boolean;
}

/** The maximum size of a file. No client configuration is this large. */
const maximumSize = 64 * 1024 * 1024;

/** Reads a file, or returns the reason why it cannot be used. */
export async function readConfigFile(named: string): Promise<ConfigFile | FileProblem> {
  try {
    const path = await realpath(named);
    const found = await stat(path);
    if (!found.isFile()) return { problem: 'it is not a regular file' };
    if (found.size > maximumSize) return { problem: 'it is larger than 64 MB' };
    const bytes = await readFile(path);
    return { path, bytes, text: decode(bytes) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { problem: 'it does not exist', missing: true };
    if (code === 'EACCES' || code === 'EPERM') return { problem: 'no permission to read it' };
    if (error instanceof TypeError) return { problem: 'it is not UTF-8' };
    return { problem: message };
  }
}

const decode = (bytes: Buffer): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Encodes a new text in the same way as the original file. */
const encodeFor = ({ bytes }: ConfigFile, text: string): Buffer =>
  bytes.subarray(0, 3).equals(byteOrderMark)
    ? Buffer.concat([byteOrderMark, Buffer.from(text)])
    : Buffer.from(text);

/** Replaces the text of a file, unless the file has changed since it was read. */
export async function replaceConfigFile(
  file: ConfigFile,
  text: string,
): Promise<'written' | 'changed' | FileProblem> {
  const { path } = file;
  const temporary = temporaryFor(path);
  try {
    const before = await stat(path);
    await removeLeftovers(path);
    await writeDurably(temporary, encodeFor(file, text), async (handle) => {
      await handle.chmod(before.mode & 0o7777);
      const own = await handle.stat();
      // Without the original mode, other users could read the file; without the original owner, its owner could not.
      if (own.uid !== before.uid || own.gid !== before.gid) await handle.chown(before.uid, before.gid);
    });
    // The last check that the client has not written the file since it was read.
    if (!(await readFile(path)).equals(file.bytes)) return 'changed';
    await rename(temporary, path);
    await syncFolder(dirname(path));
    return 'written';
  } catch (error) {
    return { problem: `it could not be written: ${(error as Error).message}` };
  } finally {
    await unlink(temporary).catch(() => {});
  }
}

/** Returns the reason why a file must not be replaced. A rename would succeed even if the file is read-only. */
export async function findWriteProblem({ path }: ConfigFile): Promise<FileProblem | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined && (found.mode & 0o222) === 0) return { problem: 'it is read-only' };
  return access(path, constants.W_OK).then(
    () => undefined,
    () => ({ problem: 'no permission to write it' }),
  );
}

const temporaryEnding = /^\.[0-9a-f]{12}\.tmp$/;

/** Removes temporary files that a killed run left behind, because they may contain secrets. */
async function removeLeftovers(path: string): Promise<void> {
  const [folder, beginning] = [dirname(path), `.${basename(path)}`];
  for (const name of await readdir(folder)) {
    if (!name.startsWith(beginning) || !temporaryEnding.test(name.slice(beginning.length))) continue;
    const left = join(folder, name);
    const found = await stat(left).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > leftoverMilliseconds) await unlink(left).catch(() => {});
  }
}

/** A temporary file that is older than this is a leftover, because no write takes this long. */
const leftoverMilliseconds = 60_000;

/** Copies a file to `.bak` next to it, or to `.bak.1`, …; an identical backup is reused. */
export async function backUp({ path, bytes }: ConfigFile): Promise<string> {
  const temporary = temporaryFor(path);
  try {
    // The backup may contain secrets, so only the user may read it, whatever the mode of the original.
    await writeDurably(temporary, bytes);
    for (let number = 0; ; number++) {
      const backup = number === 0 ? `${path}.bak` : `${path}.bak.${number}`;
      const taken = await giveName(temporary, backup, bytes);
      if (!taken || (await holds(backup, bytes))) return backup;
    }
  } finally {
    await unlink(temporary).catch(() => {});
  }
}

/**
 * Tests whether a file contains exactly these bytes. Links are not followed. Pipes are not read, because reading them
 * might never end.
 */
async function holds(path: string, bytes: Buffer): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isFile() || found.size !== bytes.length) return false;
  return (await readFile(path).catch(() => undefined))?.equals(bytes) ?? false;
}

/**
 * Links a complete file to another name; returns true if the name is already taken. On file systems without hard links,
 * the file is copied.
 */
async function giveName(temporary: string, name: string, bytes: Buffer): Promise<boolean> {
  try {
    await link(temporary, name);
    return false;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return true;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code)) throw error;
  }
  try {
    await writeDurably(name, bytes);
    return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return true;
    await unlink(name).catch(() => {});
    throw error;
  }
}

const temporaryFor = (path: string): string =>
  join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);

/** Creates a file with these bytes and flushes it to disk. If the name is a symbolic link, the link is not followed. */
async function writeDurably(
  path: string,
  bytes: Buffer,
  prepare?: (handle: FileHandle) => Promise<void>,
): Promise<void> {
  const handle = await open(
    path,
    constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0),
    0o600,
  );
  try {
    await prepare?.(handle);
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Flushes the folder to disk, so that a rename survives a power failure. Some systems do not support this. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
