// Whether the process that began a session still lives. A number alone does not tell: the system gives it to others, which
// then began later than the session.

import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

/** A process with this number lives, though it may be another one by now. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Clocks and counters are read one after the other, and `ps` knows whole seconds. */
const slackMilliseconds = 3000;

/** Whether the process that lived at `instant` is the one that has this number now; where nobody can tell, a living one is. */
export async function isSameProcess(pid: number, instant: number): Promise<boolean> {
  if (!isRunning(pid)) return false;
  const age = await ageOf(pid).catch(() => undefined);
  if (age === 'dead') return false;
  return age === undefined || Date.now() - age <= instant + slackMilliseconds;
}

/** Whether a process has a file open whose path holds this; false where nobody can tell. */
export async function hasOpen(pid: number, part: string): Promise<boolean> {
  if (process.platform !== 'linux' || !isRunning(pid)) return false;
  const folder = `/proc/${pid}/fd`;
  const names = await readdir(folder).catch(() => []);
  const paths = await Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => '')));
  return paths.some((path) => path.includes(part));
}

/** How many milliseconds ago a process began. */
async function ageOf(pid: number): Promise<number | 'dead' | undefined> {
  if (process.platform === 'linux') return ageFromProc(pid);
  if (process.platform === 'win32') return undefined;
  const { stdout } = await promisify(execFile)('ps', ['-o', 'etime=', '-p', String(pid)]);
  return secondsOf(stdout.trim()) * 1000;
}

/** Linux counts a hundred ticks a second for whoever asks, whatever it counts inside. */
const ticksPerSecond = 100;

async function ageFromProc(pid: number): Promise<number | 'dead'> {
  const [status, uptime] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'latin1'),
    readFile('/proc/uptime', 'latin1'),
  ]);
  // The name of the program stands in brackets and may hold anything, brackets and spaces too.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return 'dead';
  return (Number.parseFloat(uptime) - Number(fields[19]) / ticksPerSecond) * 1000;
}

/** `02-03:04:05`, `03:04:05` or `04:05`. */
export function secondsOf(elapsed: string): number {
  const [days, clock = ''] = elapsed.includes('-') ? elapsed.split('-') : ['0', elapsed];
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return Number(days) * 86_400 + seconds;
}
