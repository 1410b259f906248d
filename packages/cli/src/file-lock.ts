// One at a time: whoever reads a file, changes it and writes it again must not lose what another process of ours did in
// between. The lock is a file that names its holder; one whose holder is gone holds nobody up.

import { randomBytes } from 'node:crypto';
import { link, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeFolder } from '@claw/audit';

const patienceMilliseconds = 10_000;
const lookAgainMilliseconds = 20;
/** Nobody works for so long; by then the number of the process may belong to another one. */
const longestMilliseconds = 60_000;

/** Does something while no other process of ours does it. Throws when another one does not come to an end. */
export async function whileHolding<Result>(lock: string, act: () => Promise<Result>): Promise<Result> {
  makeFolder(dirname(lock));
  const mine = `${lock}.${randomBytes(6).toString('hex')}.tmp`;
  const holder = `${process.pid} ${mine}`;
  try {
    await writeFile(mine, holder, { flag: 'wx', mode: 0o600 });
    await acquire(lock, mine);
    try {
      return await act();
    } finally {
      if ((await holderOf(lock)) === holder) await unlink(lock).catch(() => {});
    }
  } finally {
    await unlink(mine).catch(() => {});
  }
}

async function acquire(lock: string, mine: string): Promise<void> {
  const until = Date.now() + patienceMilliseconds;
  // A link is made as a whole or not at all, and only where there is none.
  while (!(await isFree(link(mine, lock)))) {
    const holder = await holderOf(lock);
    if (holder === undefined) continue;
    if (await isGone(lock, holder)) await remove(lock, holder);
    else if (Date.now() > until)
      throw new Error(`another clawdefender is at work (process ${Number.parseInt(holder, 10)}); try again`);
    else await wait(lookAgainMilliseconds);
  }
}

async function isFree(linked: Promise<void>): Promise<boolean> {
  try {
    await linked;
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

const holderOf = (lock: string): Promise<string | undefined> => readFile(lock, 'utf8').catch(() => undefined);

async function isGone(lock: string, holder: string): Promise<boolean> {
  const found = await stat(lock).catch(() => undefined);
  if (found && Date.now() - found.mtimeMs > longestMilliseconds) return true;
  try {
    process.kill(Number.parseInt(holder, 10), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EPERM';
  }
}

/** Takes the lock of somebody who is gone away; if it was another's by then, it is put back. */
async function remove(lock: string, holder: string): Promise<void> {
  const aside = `${lock}.${randomBytes(6).toString('hex')}.tmp`;
  await rename(lock, aside).catch(() => {});
  if ((await holderOf(aside)) !== holder) await link(aside, lock).catch(() => {});
  await unlink(aside).catch(() => {});
}
