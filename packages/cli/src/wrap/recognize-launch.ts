// Who starts a server: reads the words of an entry and finds a firewall in front of the real command, ours in every
// form in which we can be called, or another one. It only recognises; whether that protects is judged elsewhere.

import { programName } from './program-name.js';

/** A firewall in front of a server. */
export interface Launch {
  readonly by: 'clawdefender' | 'clawai' | 'agent-wall';
  /** How it is called: by its name on the PATH, through a package runner, by a path, or as a script of Node. */
  readonly how: 'name' | 'package' | 'path' | 'script';
  /** The word that names it. */
  readonly program: string;
  /** The words that run it, if it does not run by itself: `node`, `npx`, and on Windows `cmd`. */
  readonly runners: readonly string[];
  /** The words between runner and program that are more than a yes to the download. */
  readonly runnerOptions: readonly string[];
  /** `proxy`, `wrap`, `serve`, … */
  readonly verb: string | undefined;
  /** What stands between the verb and `--`. */
  readonly options: readonly string[];
  /** Where the words of the real command begin; undefined when there is no `--` or nothing behind it. */
  readonly originalAt: number | undefined;
}

/** Finds the firewall in the words of an entry, if there is one. */
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

/** The address that a firewall connects to, if its server is a remote one. */
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

/** Our entry file, wherever the package was put. */
const ownScript = /(?:^|[\\/])(?:@claw|packages)[\\/]cli[\\/]dist[\\/]main\.cjs$/;

function findProgram(words: readonly string[], start: number): Called | undefined {
  const first = words[start];
  if (first === undefined) return undefined;
  const by = own(programs, programName(first));
  if (by) return { by, how: /[\\/]/.test(first) ? 'path' : 'name', runnerOptions: [], at: start };
  if (programName(first) === 'node' || programName(first) === 'bun') return findScript(words, start + 1);
  const packageAt = afterRunner(words, start);
  const called = packageAt === undefined ? undefined : findPackage(words, packageAt);
  return called && { ...called, runnerAt: start };
}

/** Options of Node in front of the script are kept for the judge: `--require` runs anything. */
function findScript(words: readonly string[], start: number): Called | undefined {
  let at = start;
  while (words[at]?.startsWith('-')) at++;
  const script = words[at];
  if (script === undefined) return undefined;
  const by = ownScript.test(script) ? 'clawdefender' : own(programs, programName(script));
  return by && { by, how: 'script', runnerOptions: words.slice(start, at), at, runnerAt: start - 1 };
}

/** `npx`, `npm exec`, `pnpm dlx`, …: where their own words begin. */
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

/** On Windows scripts are started as `cmd /c npx …`. */
const isWindowsShell = ([command = '', option = '']: readonly string[]) =>
  programName(command) === 'cmd' && /^\/c$/i.test(option);

/** A number or a tag; `@claw/cli@npm:another` is another package. */
const withoutVersion = (name: string) => name.replace(/(?<=.)@[\w.+^~<>=*|-]*$/, '');

const own = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
