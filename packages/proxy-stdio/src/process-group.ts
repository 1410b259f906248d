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
  return readdirSync('/proc').some((entry) => {
    const first = entry.charCodeAt(0);
    return first >= 0x30 && first <= 0x39 && runsInGroup(entry, leader);
  });
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
