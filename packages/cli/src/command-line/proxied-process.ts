// Determines whether this process was started by a server behind the firewall. Such a process may not approve calls or
// turn the kill switch off: an agent with a shell could otherwise approve its own calls.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The properties of a process that `isProxied` needs. */
export interface ProcessFacts {
  readonly parent: number;
  readonly words: readonly string[];
}

export type ReadProcess = (pid: number) => ProcessFacts | undefined;

const MAX_ANCESTORS = 64;

/**
 * Checks the processes above this one. A variable in the environment of servers would be found in detached processes as
 * well, but servers would no longer run as they do without the firewall.
 */
export function isProxied(parent: number = process.ppid, read: ReadProcess = readProcess): boolean {
  let pid = parent;
  for (let steps = 0; pid > 1 && steps < MAX_ANCESTORS; steps += 1) {
    const found = read(pid);
    if (found === undefined) return false;
    if (runsProxy(found.words)) return true;
    pid = found.parent;
  }
  return false;
}

const PROGRAM = /(?:^|[\\/])(?:clawdefender|claw|cli[\\/]dist[\\/]main\.cjs)$/;
const RUNTIME = /(?:^|[\\/])(?:node|nodejs|bun|deno)[\d.-]*$/;

/**
 * True for a process that is a proxy. Others may only have its command among their arguments: a tmux server keeps the
 * words that started it, and every shell in it is its descendant; an agent may have been started with a question about it.
 */
function runsProxy(words: readonly string[]): boolean {
  const program = words.findIndex((word, at) => startsProxy(words, at + 1) && PROGRAM.test(word));
  if (program <= 0) return program === 0;
  const runtime = words.findIndex((word) => RUNTIME.test(word));
  if (runtime < 0 || runtime > program || !isOnePath(words.slice(0, runtime + 1))) return false;
  const first = words.findIndex((word, at) => at > runtime && isScript(word, words[at - 1]));
  return isOnePath(words.slice(first, program + 1));
}

/** `proxy`, or `wrap` with a command, which is the same. */
const startsProxy = (words: readonly string[], at: number): boolean =>
  words[at] === 'proxy' || (words[at] === 'wrap' && words.includes('--', at));

/** One word, or the parts of a path with spaces, which `ps` does not quote. */
const isOnePath = (words: readonly string[]): boolean =>
  words.length === 1 || (words[0]?.startsWith('/') === true && /^[^/]+\//.test(words.at(-1) ?? ''));

/** False for options of the runtime, and for the word after an option, which can be its value. */
const isScript = (word: string, previous: string | undefined): boolean =>
  PROGRAM.test(word) || (!word.startsWith('-') && previous?.startsWith('-') !== true);

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
  return { parent, words };
}

function readWithPs(pid: number): ProcessFacts | undefined {
  const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' });
  const [, parent, command = ''] = /^\s*(\d+)\s+(.*)$/s.exec(line) ?? [];
  return parent === undefined ? undefined : { parent: Number(parent), words: command.trim().split(/\s+/) };
}
