// A process and all its descendants, as one group that can be signalled.

import { readdirSync, readFileSync } from 'node:fs';

/** Sends a signal to every process in the group. Returns false if there is none. */
export function signalGroup(leader: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
}

const watchedGroups = new Set<number>();

/** Kills the group if this process exits without stopping it, for example because of a bug. */
export function killGroupAtExit(leader: number): void {
  if (watchedGroups.size === 0) process.on('exit', killWatchedGroups);
  watchedGroups.add(leader);
}

/** Stops watching the group. */
export function unwatchGroup(leader: number): void {
  watchedGroups.delete(leader);
  if (watchedGroups.size === 0) process.off('exit', killWatchedGroups);
}

const killWatchedGroups = (): void => {
  for (const leader of watchedGroups) signalGroup(leader, 'SIGKILL');
};

/** Returns true while a process in the group is running. */
export function groupIsAlive(leader: number): boolean {
  try {
    process.kill(-leader, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return process.platform !== 'linux' || someMemberRuns(leader);
}

// Returns true if a process in the group is running. A process that has exited stays in the group until its parent
// has reaped it, which never happens in many containers.
function someMemberRuns(leader: number): boolean {
  const entries = listProcesses();
  // The list is not reliable if it does not contain our own process.
  if (!entries.includes(String(process.pid))) return true;
  return entries.some((entry) => runsInGroup(entry, leader));
}

function listProcesses(): string[] {
  try {
    return readdirSync('/proc').filter((entry) => entry >= '0' && entry < ':');
  } catch {
    return [];
  }
}

function runsInGroup(pid: string, leader: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The process name may contain any character, so the fields are counted from its closing parenthesis.
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(group) === leader && state !== 'Z' && state !== 'X';
  } catch {
    return false; // The process has exited in the meantime.
  }
}
