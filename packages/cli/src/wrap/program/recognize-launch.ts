// Recognizes a firewall in the command of an entry: ours in all its forms, or another firewall. Whether it is effective
// is checked in `entry-state.ts`.

import { programName } from './program-name.js';

/** A firewall that starts a server. */
export interface Launch {
  readonly by: 'clawdefender' | 'clawai' | 'agent-wall';
  /** The form of the command: a name on the PATH, a package runner, a path, or a Node script. */
  readonly how: 'name' | 'package' | 'path' | 'script';
  /** The word that names the firewall. */
  readonly program: string;
  /** The words before the program, if it is not started directly: `node`, `npx`, and on Windows `cmd`. */
  readonly runners: readonly string[];
  /** The words between runner and program, except those that confirm a download. */
  readonly runnerOptions: readonly string[];
  /** The subcommand: `proxy`, `wrap`, `serve`, … */
  readonly verb: string | undefined;
  /** The words between the subcommand and `--`. */
  readonly options: readonly string[];
  /** The position of the wrapped command; undefined if there is no `--` or no word after it. */
  readonly originalAt: number | undefined;
}

/** Finds a firewall in the words of an entry; undefined if there is none. */
export function recognizeLaunch(words: readonly string[]): Launch | undefined {
  const start = isWindowsShell(words) ? 2 : 0;
  const called = findProgram(words, start);
  if (!called) return undefined;
  const { at, runnerAt, ...launch } = called;
  const verbAt = at + 1;
  const separator = words.indexOf('--', verbAt);
  const original = separator >= 0 && separator + 1 < words.length ? separator + 1 : undefined;
  return {
    ...launch,
    program: words[at] as string,
    runners: [...words.slice(0, start && 1), ...(runnerAt === undefined ? [] : [words[runnerAt] as string])],
    verb: words[verbAt],
    options: words.slice(verbAt + 1, separator < 0 ? undefined : separator),
    originalAt: original,
  };
}

/** Returns the URL to which a firewall connects if its server is remote. */
export function urlOf({ options }: Pick<Launch, 'options'>): string | undefined {
  const at = options.indexOf('--url');
  if (at >= 0) return options[at + 1];
  return options.find((word) => word.startsWith('--url='))?.slice('--url='.length);
}

interface Called extends Pick<Launch, 'by' | 'how' | 'runnerOptions'> {
  readonly at: number;
  readonly runnerAt?: number;
}

const programs: Readonly<Record<string, Launch['by']>> = {
  clawdefender: 'clawdefender',
  claw: 'clawdefender',
  clawai: 'clawai',
  'agent-wall': 'agent-wall',
};

const packages: Readonly<Record<string, Launch['by']>> = {
  '@claw/cli': 'clawdefender',
  'agent-wall': 'agent-wall',
  '@agent-wall/cli': 'agent-wall',
};

/** Matches the entry file of this program in any package location. */
const ownScript = /(?:^|[\\/])(?:@claw|packages)[\\/]cli[\\/]dist[\\/]main\.cjs$/;

function findProgram(words: readonly string[], start: number): Called | undefined {
  const first = words[start];
  if (first === undefined) return undefined;
  const by = own(programs, programName(first));
  if (by) return { by, how: /[\\/]/.test(first) ? 'path' : 'name', runnerOptions: [], at: start };
  if (isScriptRunner(programName(first))) return findScript(words, start + 1);
  const packageAt = afterRunner(words, start);
  const called = packageAt === undefined ? undefined : findPackage(words, packageAt);
  return called && { ...called, runnerAt: start };
}

/** True for Node or Bun. Some distributions install Node as `node-22` or `nodejs`. */
const isScriptRunner = (name: string): boolean => /^(?:node(?:js)?(?:-?\d+)?|bun)$/.test(name);

/**
 * Finds the script. The Node options before the script are checked later, because an option such as `--require` can
 * run any code.
 */
function findScript(words: readonly string[], start: number): Called | undefined {
  let at = start;
  while (words[at]?.startsWith('-')) at++;
  const script = words[at];
  if (script === undefined) return undefined;
  const isOwn = ownScript.test(script) || isWrittenByWrap(words, at);
  const by = isOwn ? 'clawdefender' : own(programs, programName(script));
  return by && { by, how: 'script', runnerOptions: words.slice(start, at), at, runnerAt: start - 1 };
}

/**
 * Recognizes the words that `wrap` writes for a copy of the program in a folder with any name, such as in a container
 * image. Whether the script is this program is checked later; until then the entry counts as unprotected.
 */
function isWrittenByWrap(words: readonly string[], at: number): boolean {
  const [script = '', verb = '', option = ''] = words.slice(at, at + 3);
  if (/[\\/]main\.cjs$/.test(script)) return verb === 'proxy' || verb === 'serve';
  return /[\\/]/.test(script) && verb === 'proxy' && /^--server(?:=|$)/.test(option);
}

/** Returns the position after the words of a package runner: `npx`, `npm exec`, `pnpm dlx`, … */
function afterRunner(words: readonly string[], start: number): number | undefined {
  const [runner = '', verb = ''] = [programName(words[start] ?? ''), words[start + 1]];
  if (['npx', 'bunx', 'pnpx'].includes(runner)) return start + 1;
  const verbs: Readonly<Record<string, readonly string[]>> = {
    npm: ['exec', 'x'],
    pnpm: ['dlx', 'exec'],
    yarn: ['dlx', 'exec'],
    bun: ['x'],
  };
  return own(verbs, runner)?.includes(verb) ? start + 2 : undefined;
}

const harmless = new Set(['-y', '--yes', '-q', '--quiet', '--']);

function findPackage(words: readonly string[], start: number): Called | undefined {
  const runnerOptions: string[] = [];
  for (let at = start; at < words.length; at++) {
    const word = words[at] as string;
    const named = /^(?:-p|--package)$/.test(word) ? words[++at] : /^--package=(.*)$/.exec(word)?.[1];
    if (named !== undefined) {
      const by = own(packages, withoutVersion(named));
      if (by && own(programs, words[at + 1] ?? '') === by)
        return { by, how: 'package', runnerOptions, at: at + 1 };
      return undefined;
    }
    if (!word.startsWith('-')) {
      const by = own(packages, withoutVersion(word));
      return by && { by, how: 'package', runnerOptions, at };
    }
    if (!harmless.has(word)) runnerOptions.push(word);
  }
  return undefined;
}

/** True for `cmd /c npx …`, with which scripts are started on Windows. */
const isWindowsShell = ([command = '', option = '']: readonly string[]) =>
  programName(command) === 'cmd' && /^\/c$/i.test(option);

/** Removes a version or a tag from a name. `@claw/cli@npm:another` is another package, so it is not changed. */
const withoutVersion = (name: string) => name.replace(/(?<=.)@[\w.+^~<>=*|-]*$/, '');

const own = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
