// Checks whether the process of a session is still running. The system reuses process ids, so the process must also
// be at least as old as the session.

import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Returns true if a process with this id is running. It may not be the process that had this id before. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * The tolerance for comparing ages: clocks and counters are read one after the other, and `ps` reports whole seconds.
 */
const slackMilliseconds = 3000;

/**
 * Returns true if the process with this id is the one that was running at `instant`; if that is unknown, true for any
 * running process.
 */
export async function isSameProcess(pid: number, instant: number): Promise<boolean> {
  if (!isRunning(pid)) return false;
  const age = await ageOf(pid).catch(() => undefined);
  if (age === 'dead') return false;
  return age === undefined || Date.now() - age <= instant + slackMilliseconds;
}

/** Returns true if a process has an open file whose path contains this text; false if this is unknown. */
export async function hasOpen(pid: number, part: string): Promise<boolean> {
  if (process.platform !== 'linux' || !isRunning(pid)) return false;
  const folder = `/proc/${pid}/fd`;
  const names = await readdir(folder).catch(() => []);
  const paths = await Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => '')));
  return paths.some((path) => path.includes(part));
}

/** Returns the age of a process in milliseconds. */
async function ageOf(pid: number): Promise<number | 'dead' | undefined> {
  if (process.platform === 'linux') return ageFromProc(pid);
  if (process.platform === 'win32') return undefined;
  const { stdout } = await promisify(execFile)('ps', ['-o', 'etime=', '-p', String(pid)]);
  return secondsOf(stdout.trim()) * 1000;
}

/** Linux reports 100 ticks per second to programs, whatever the kernel uses internally. */
const ticksPerSecond = 100;

async function ageFromProc(pid: number): Promise<number | 'dead'> {
  const [status, uptime] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'latin1'),
    readFile('/proc/uptime', 'latin1'),
  ]);
  // The program name is in parentheses and may contain any character, including parentheses and spaces.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return 'dead';
  return (Number.parseFloat(uptime) - Number(fields[19]) / ticksPerSecond) * 1000;
}

/** Converts a time such as `02-03:04:05`, `03:04:05` or `04:05` to seconds. */
export function secondsOf(elapsed: string): number {
  const [days, clock = ''] = elapsed.includes('-') ? elapsed.split('-') : ['0', elapsed];
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return Number(days) * 86_400 + seconds;
}
