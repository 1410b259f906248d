// Finds wildcards that a program expands itself: `find -name '.env*' -exec cat {} +`, `rg -g '.env*'`, `git
// log -p -- '.env*'`. Like a wildcard of the shell, such a word stands for every file that it matches.
import { READ } from '../effects.js';
import type { ShellFacts } from './shell/shell-facts.js';
import type { ShellWord } from './shell/shell-syntax.js';

const WILDCARD = /[*?[]/;
const MAX_GLOBS = 64;
/** The syntax of passing the listed names to another program. */
const PASSED_ON = /\b(?:xargs|parallel|while|for|cpio|tar|zip|rsync|read|mapfile|readarray)\b|\$\(|`|<\(/;
const RUNS = /^-(?:exec|execdir|ok|okdir|delete)$/;
const FIND_OPTION = /^-(i)?(?:name|path|wholename|(regex))$/;
const SEARCH_OPTION = /^(?:--include|-g|--glob|--(i)glob)$/;
const ATTACHED = /^(?:(--include|--glob|--iglob)=|-g(?=.))(.+)$/s;
const PATHSPEC = /^:\((?!exclude)[a-z,]*\)|^:\//;

type FindGlobs = (words: readonly string[], whole: string) => string[];

const PROGRAMS: ReadonlyMap<string, FindGlobs> = new Map<string, FindGlobs>([
  ['find', findGlobs],
  ...['grep', 'egrep', 'fgrep', 'zgrep', 'rg', 'ag'].map((name): [string, FindGlobs] => [name, searchGlobs]),
  ['git', gitGlobs],
]);

/** Adds these wildcards as guesses, so that a rule that forwards the command does not have to match them. */
export function addGlobs(
  facts: ShellFacts,
  program: string,
  command: readonly ShellWord[],
  whole: string,
): void {
  const find = PROGRAMS.get(program);
  if (find === undefined || !command.some(({ text }) => WILDCARD.test(text) || /^--?i/.test(text))) return;
  const words = command.map(({ text }) => text);
  for (const text of find(words, whole).slice(0, MAX_GLOBS))
    facts.words.push({
      text,
      source: 'command',
      effects: READ,
      exact: false,
      name: text,
      folder: undefined,
      plain: false,
      guessed: true,
    });
}

function findGlobs(words: readonly string[], whole: string): string[] {
  if (!words.some((word) => RUNS.test(word)) && !PASSED_ON.test(whole)) return [];
  return words.flatMap((word, at) => {
    const option = FIND_OPTION.exec(word);
    const value = words[at + 1];
    if (option === null || value === undefined) return [];
    if (/^(?:!|-not)$/.test(words[at - 1] ?? '') || words[at + 2] === '-prune') return [];
    return forms(option[2] === undefined ? value : globOfRegex(value), option[1] !== undefined);
  });
}

/** Converts a simple regular expression to a file name: `.*\/\.env.*` becomes `.env*`. */
const globOfRegex = (regex: string): string =>
  regex
    .slice(regex.lastIndexOf('/') + 1)
    .split('\\.')
    .map((part) =>
      part
        .replace(/\.[*+]/g, '*')
        .replace(/[$^]/g, '')
        .replaceAll('.', '?'),
    )
    .join('.');

function searchGlobs(words: readonly string[], whole: string): string[] {
  if (words.includes('--files') && !PASSED_ON.test(whole)) return [];
  return words.flatMap((word, at) => {
    const before = SEARCH_OPTION.exec(words[at - 1] ?? '');
    if (before !== null) return forms(word, before[1] !== undefined);
    const attached = ATTACHED.exec(word);
    return attached === null ? [] : forms(attached[2] ?? '', attached[1] === '--iglob');
  });
}

function gitGlobs(words: readonly string[]): string[] {
  const end = words.indexOf('--');
  if (end === -1 && !words.some((word) => /^(?:log|diff|show|grep|blame)$/.test(word))) return [];
  return words
    .slice(end === -1 ? 2 : end + 1)
    .filter((word) => !word.startsWith('-'))
    .flatMap((word) => forms(word.replace(PATHSPEC, ''), false));
}

/** Returns the forms of a glob that are added. In `rg` and git, a glob after `!` or `:!` excludes files. */
function forms(glob: string, ignoresCase: boolean): string[] {
  // A case-sensitive word without a wildcard is already treated as a path.
  if (/^:?[!^]|^:\(/.test(glob)) return [];
  if (ignoresCase && glob !== glob.toLowerCase()) return [glob, glob.toLowerCase()];
  if (!WILDCARD.test(glob)) return [];
  // In `*.env*` and `*.env`, the first wildcard also matches the empty text, so the file can be `.env`.
  return /^\*\.\w/.test(glob) ? [glob, glob.slice(1)] : [glob];
}
