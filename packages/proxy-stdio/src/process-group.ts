// A process and everything it started, as one thing that can be signalled and looked for.

import { readdirSync, readFileSync } from 'node:fs';

/** Signals every process of the group. False when there was nobody to signal. */
export function signalGroup(leader: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
}

const unattended = new Set<number>();

/** Has the group killed if this process ends without having ended it, by a bug of ours for one. */
export function killAtExit(leader: number): void {
  if (unattended.size === 0) process.on('exit', killUnattended);
  unattended.add(leader);
}

/** The group needs no looking after any more. */
export function letGo(leader: number): void {
  unattended.delete(leader);
  if (unattended.size === 0) process.off('exit', killUnattended);
}

const killUnattended = (): void => {
  for (const leader of unattended) signalGroup(leader, 'SIGKILL');
};

/** True while any process of the group still runs. */
export function groupIsAlive(leader: number): boolean {
  try {
    process.kill(-leader, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return process.platform !== 'linux' || someMemberRuns(leader);
}

// The dead count as members until their parent has collected them, and in many containers nobody ever does.
function someMemberRuns(leader: number): boolean {
  const entries = listProcesses();
  // Where we do not even see ourselves, the list says nothing about others.
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
    // The name in front may hold anything, so the fields are counted from behind its closing bracket.
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(group) === leader && state !== 'Z' && state !== 'X';
  } catch {
    return false; // it ended while we looked
  }
}
