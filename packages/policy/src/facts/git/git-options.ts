// Finds options in the arguments of git tools: `git_diff {"target": "--output=FILE"}`. If a server passes the
// value to git, the option makes git write a file or start a program.

import { CONTENT_KEY, PROSE_KEY } from '../argument-keys.js';
import { readArguments, readShellText } from '../commands/commands.js';
import { fileOfRevision } from '../commands/git-files.js';
import { createShellFacts, type ShellFacts } from '../commands/shell/shell-facts.js';
import { addWordTargets } from '../commands/word-targets.js';
import { READ, WRITE } from '../effects.js';
import { foldersOf, placesOf } from '../named-folders.js';
import { pathBesideColon } from '../paths/paths-beside-colon.js';
import type { ValueFacts, ValueSearch } from '../value-facts.js';
import { walkValue } from '../walk-value.js';
import { gitCommandOf } from './git-command.js';

// Git accepts every unambiguous prefix of a long option.
const OUTPUT = /^--(?:ou[a-z-]*|sep[a-z-]*)$/;
const PROGRAM = /^--(?:upl[a-z-]*|rece[a-z-]*|exe[a-z-]*|op[a-z-]*|ext-d[a-z-]*)$/;
/** These options set configuration values. Such a value can name a program. */
const SETTING = /^(?:-c|--conf[a-z-]*|--exec-path)$/;
const LONGEST = 4096;

/** The effects that options add, and the programs of the call, including those that options start. */
export interface AddedFacts {
  readonly shell: ShellFacts | undefined;
  readonly effects: number;
}

/**
 * Adds the files and hosts that options and revisions name. Returns the programs, including those of the call,
 * and the effects.
 */
export function addGitOptions(
  tool: string,
  args: unknown,
  { paths, hosts, shell }: ValueFacts,
  { parse, kindOf }: ValueSearch,
): AddedFacts {
  let started: ShellFacts | undefined;
  let effects = 0;
  let option = '';
  const command = gitCommandOf(tool, args);
  if (command !== undefined) {
    const whole = createShellFacts();
    readArguments(command, parse, whole);
    // An ordinary call of a git tool does not count as a command, because rules may allow `git`.
    if (whole.unknown || whole.invocations.length > 1 || command.some((word) => word.includes('://')))
      started = whole;
  }
  const read = (name: string, value: string) => {
    if (OUTPUT.test(name) || name === '-o') {
      effects |= WRITE;
      for (const text of placesOf(value, foldersOf(args)))
        paths.push({ text, source: 'arguments', effects: READ | WRITE, exact: true });
    }
    const isProgram = PROGRAM.test(name) || name === '-O';
    if (!isProgram && !SETTING.test(name)) return;
    started ??= createShellFacts();
    if (isProgram && value !== '') readShellText(value, parse, started);
    else started.unknown = true;
  };
  const addFile = (file: string) => {
    for (const place of placesOf(file, foldersOf(args)))
      paths.push({ text: place, source: 'arguments', effects: READ, exact: true, guessed: true });
  };
  walkValue(args, {
    leaf(text, key, inArray) {
      // The value of an option can be the next item: `["diff", "--output", "FILE"]`.
      if (inArray && option !== '') read(option, text);
      option = '';
      if (text.length > LONGEST || (kindOf(key) & (CONTENT_KEY | PROSE_KEY)) !== 0) return;
      if (HAS_FILES.test(text)) for (const file of filesInWords(text)) addFile(fileOfRevision(file) ?? file);
      if (text.charCodeAt(0) !== 45) {
        const file = fileInRepository(text, key, inArray);
        if (file !== undefined) addFile(file);
        return;
      }
      for (const word of text.split(/\s+/)) {
        if (option !== '') read(option, word);
        option = '';
        const [name, value] = splitOption(word);
        if (value !== undefined) read(name, value);
        else if (name.length > 1) option = name;
      }
      if (!inArray && option !== '') read(option, '');
    },
    key: () => {},
    object: () => {},
    array: () => {},
    isText: () => false,
  });
  if (started === undefined) return { shell, effects };
  if (SETTING.test(option)) started.unknown = true;
  addWordTargets(started, paths, hosts);
  return { shell: shell === undefined ? started : joinShellFacts(shell, started), effects };
}

/** Revisions with an index stage, braces, or without a name: `:0:.env`, `HEAD^{tree}:.env`, `:.env`. */
const UNUSUAL_REVISION = /^:(?:[0-3]:)?[^!^(/:]|[{}]/;
const FILES_FOLLOW = /^--(?:no-index)?$/;
/** The words after `--` are files, and all words after `--no-index`. */
const HAS_FILES = /(?:^|\s)--(?:no-index)?\s/;

/** Returns the files in a text with several words: `HEAD~1 -- .env`, `--no-index FILE FILE`. */
function filesInWords(text: string): readonly string[] {
  const words = text.split(/\s+/);
  const from = words.findIndex((word) => FILES_FOLLOW.test(word));
  return words.slice(from + 1).filter((word) => word !== '' && word.charCodeAt(0) !== 45);
}

/** A pathspec may begin with magic words: `:(icase).env`, `:/.env`. Those of `:!x` and `:^x` are excluded. */
const MAGIC = /^:(?:\((?!exclude)[a-z,:=]*\)|\/)?/;

/** Returns the file that a revision or a pathspec names: `HEAD:.env`, `-- .env`. */
function fileInRepository(text: string, key: string, inArray: boolean): string | undefined {
  if (/\s/.test(text) || /^:[!^]/.test(text)) return undefined;
  if (UNUSUAL_REVISION.test(text)) return fileOfRevision(text);
  const isPathspec = inArray || /path|spec|file/i.test(key);
  return pathBesideColon(text) ?? (isPathspec ? text.replace(MAGIC, '') || undefined : undefined);
}

function joinShellFacts(one: ShellFacts, other: ShellFacts): ShellFacts {
  return {
    invocations: [...one.invocations, ...other.invocations],
    words: [...one.words, ...other.words],
    scripts: [...one.scripts, ...other.scripts],
    modes: one.modes,
    effects: one.effects | other.effects,
    unknown: one.unknown || other.unknown,
    printsEnvironment: one.printsEnvironment || other.printsEnvironment,
  };
}

/** Splits an option into its name and value: `--output=FILE`, `-oFILE`, `-ckey=value`. */
function splitOption(word: string): readonly [name: string, value: string | undefined] {
  if (word.charCodeAt(0) !== 45) return ['', undefined];
  if (word.charCodeAt(1) !== 45)
    return /^-[ocO]./.test(word) ? [word.slice(0, 2), word.slice(2)] : [word, undefined];
  const end = word.indexOf('=');
  return end === -1 ? [word, undefined] : [word.slice(0, end), word.slice(end + 1)];
}
