// A lock between processes, so that a process can read, change and write a file without interference. The lock is a
// file that names its holder. The lock of a process that no longer runs is removed.

import { randomBytes } from 'node:crypto';
import { link, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createFolder } from '@claw/audit';

const timeoutMilliseconds = 10_000;
const retryMilliseconds = 20;
/** A lock that is older than this is stale: its process id may belong to another process by now. */
const staleMilliseconds = 60_000;

/** Runs a function while holding the lock. Throws if another process does not release the lock in time. */
export async function withFileLock<Result>(lock: string, act: () => Promise<Result>): Promise<Result> {
  createFolder(dirname(lock));
  const ownFile = `${lock}.${randomBytes(6).toString('hex')}.tmp`;
  const holder = `${process.pid} ${ownFile}`;
  try {
    await writeFile(ownFile, holder, { flag: 'wx', mode: 0o600 });
    await acquire(lock, ownFile);
    try {
      return await act();
    } finally {
      if ((await holderOf(lock)) === holder) await unlink(lock).catch(() => {});
    }
  } finally {
    await unlink(ownFile).catch(() => {});
  }
}

async function acquire(lock: string, ownFile: string): Promise<void> {
  const until = Date.now() + timeoutMilliseconds;
  // Creating a hard link is atomic and fails when the file exists.
  while (!(await acquired(link(ownFile, lock)))) {
    const holder = await holderOf(lock);
    if (holder === undefined) continue;
    if (await isStale(lock, holder)) await removeStale(lock, holder);
    else if (Date.now() > until)
      throw new Error(
        `another \`clawdefender\` command is running (process ${Number.parseInt(holder, 10)}). Try again when it has finished`,
      );
    else await wait(retryMilliseconds);
  }
}

async function acquired(linked: Promise<void>): Promise<boolean> {
  try {
    await linked;
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

const holderOf = (lock: string): Promise<string | undefined> => readFile(lock, 'utf8').catch(() => undefined);

async function isStale(lock: string, holder: string): Promise<boolean> {
  const found = await stat(lock).catch(() => undefined);
  if (found && Date.now() - found.mtimeMs > staleMilliseconds) return true;
  try {
    process.kill(Number.parseInt(holder, 10), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EPERM';
  }
}

/** Removes a stale lock. If another process has acquired the lock in the meantime, its lock file is restored. */
async function removeStale(lock: string, holder: string): Promise<void> {
  const aside = `${lock}.${randomBytes(6).toString('hex')}.tmp`;
  await rename(lock, aside).catch(() => {});
  if ((await holderOf(aside)) !== holder) await link(aside, lock).catch(() => {});
  await unlink(aside).catch(() => {});
}
