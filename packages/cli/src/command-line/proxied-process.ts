// Determines whether this process was started by a server behind the firewall. Such a process may not approve calls or
// turn the kill switch off: an agent with a shell could otherwise approve its own calls.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Set in the environment of every server that a proxy starts. Processes of the server inherit it. */
export const PROXIED_VARIABLE = 'CLAWDEFENDER_PROXIED';

/** The properties of a process that `isProxied` needs. */
export interface ProcessFacts {
  readonly parent: number;
  readonly words: readonly string[];
  readonly isMarked: boolean;
}

export type ReadProcess = (pid: number) => ProcessFacts | undefined;

const MOST_ANCESTORS = 64;

/** Checks the variable first, which a process can remove, and then its parent processes, which it cannot change. */
export function isProxied(
  env: NodeJS.ProcessEnv,
  parent: number = process.ppid,
  read: ReadProcess = readProcess,
): boolean {
  if (env[PROXIED_VARIABLE] !== undefined) return true;
  let pid = parent;
  for (let steps = 0; pid > 1 && steps < MOST_ANCESTORS; steps += 1) {
    const found = read(pid);
    if (found === undefined) return false;
    if (found.isMarked || runsProxy(found.words)) return true;
    pid = found.parent;
  }
  return false;
}

const PROGRAM = /(?:^|[\\/])(?:clawdefender|claw|cli[\\/]dist[\\/]main\.cjs)$/;

const runsProxy = (words: readonly string[]): boolean =>
  words.some((word, at) => words[at + 1] === 'proxy' && PROGRAM.test(word));

const readProcess: ReadProcess = (pid) => {
  try {
    if (process.platform === 'linux') return readLinux(pid);
    return process.platform === 'win32' ? undefined : readWithPs(pid);
  } catch {
    return undefined;
  }
};

function readLinux(pid: number): ProcessFacts {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses can contain anything; the parent is the second field after it.
  const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  return { parent, words, isMarked: isMarked(pid) };
}

function isMarked(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
      .split('\0')
      .some((line) => line.startsWith(`${PROXIED_VARIABLE}=`));
  } catch {
    // The environment of another user's process cannot be read.
    return false;
  }
}

function readWithPs(pid: number): ProcessFacts | undefined {
  const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' });
  const [, parent, command = ''] = /^\s*(\d+)\s+(.*)$/s.exec(line) ?? [];
  return parent === undefined
    ? undefined
    : { parent: Number(parent), words: command.trim().split(/\s+/), isMarked: false };
}
