// What shell text would start: every program in it, also behind wrappers (`env`, `sudo`, `xargs`, `find -exec`) and inside
// nested shells (`sh -c`, `eval`, here-documents), with the paths it names and what it does to them.
import type { IsData } from './data-words.js';
import { CONNECT, EXEC, type OperandEffects, READ, WRITE } from './effects.js';
import { decodedPath } from './encoded-path.js';
import { showsEnvironment } from './environ.js';
import { type InlineCode, readInlineCode, reversed } from './inline-code.js';
import { formatted } from './joined-text.js';
import {
  MAX_SHELL_TEXT,
  type ParseShell,
  type ShellCommand,
  type ShellWord,
  UNKNOWN_TEXT,
} from './program.js';
import { profileOf } from './programs.js';
import { dialectOf } from './shell-dialect.js';
import { canMatter, type Inner, isMeaningful } from './wrappers.js';

/** A word that may name a path or a host; it becomes a path of the call as it is. */
export interface ShellFact {
  readonly text: string;
  readonly source: 'command';
  readonly effects: number;
  readonly exact: boolean;
  /** The word itself, when `text` is that word in a folder that the command changed to. */
  readonly name: string;
  readonly folder: string | undefined;
  /** Letters, digits, `_-./` and inner spaces and tildes only: it means the same in every reading. */
  readonly plain: boolean;
}

/** One program that would be started. */
export interface Invocation {
  /** As written: `/usr/bin/curl`. */
  readonly program: string;
  /** Its base name, in lower case. */
  readonly base: string;
  readonly words: readonly string[];
}

/** Everything found in the shell text of a call. */
export interface ShellFacts {
  readonly invocations: Invocation[];
  readonly words: ShellFact[];
  effects: number;
  /** Some of what would run cannot be known: no parser, not a POSIX shell, an error, a name made at run time. */
  unknown: boolean;
  /** All variables of the environment are printed, or taken by code. */
  showsEnvironment: boolean;
}

export function createShellFacts(): ShellFacts {
  return { invocations: [], words: [], effects: 0, unknown: false, showsEnvironment: false };
}

const MAX_DEPTH = 6;
const MAX_COMMANDS = 2000;

/** Adds what one piece of shell text would do. */
export function readShellText(
  text: string,
  parse: ParseShell | undefined,
  facts: ShellFacts,
  depth = 0,
  start?: Folder,
): void {
  facts.effects |= EXEC;
  const program =
    text.length > MAX_SHELL_TEXT || depth > MAX_DEPTH || dialectOf(text) !== 'posix'
      ? undefined
      : parse?.(text);
  if (program === undefined || facts.invocations.length + program.commands.length > MAX_COMMANDS) {
    facts.unknown = true;
    readLoosely(text, facts);
    return;
  }
  let folder = start;
  for (const command of program.commands) {
    readCommand(command, parse, facts, depth, folder, text);
    folder = changedFolder(command, folder) ?? folder;
  }
}

/** Adds one program with its arguments, started without a shell. */
export function readArguments(
  argv: readonly string[],
  parse: ParseShell | undefined,
  facts: ShellFacts,
): void {
  facts.effects |= EXEC;
  const words = argv.map((text) => ({ text, exact: true }));
  readCommand({ words, redirects: [], values: [], assigns: [], input: [] }, parse, facts, 0, undefined);
}

/** Adds what a piece of code in some programming language names. */
export function readProgramText(text: string, facts: ShellFacts): void {
  facts.effects |= EXEC;
  addCode(facts, readInlineCode('code', /^-c$/, ['code', '-c', text], []), undefined);
}

const NO_WORDS: readonly string[] = [];
const REVERSES = /(?:^|[|;&\s])rev(?:[|;&)`<\s]|$)/;
const NO_FILE = /^\/dev\/(?:null|stdout|stderr|stdin|tty|zero|u?random)$/;

function readCommand(
  command: ShellCommand,
  parse: ParseShell | undefined,
  facts: ShellFacts,
  depth: number,
  start: Folder | undefined,
  whole = '',
): void {
  const name = command.words[0];
  let folder = start;
  let effects = 0;
  let isData: IsData | undefined;
  let effectsOn: ReturnType<OperandEffects> | undefined;
  let words: readonly string[] = NO_WORDS;
  // A changed search path or preloaded library makes every name below mean something else.
  if (changeMeaning(command)) facts.unknown = true;
  if (name !== undefined && name.text !== '') {
    const texts: string[] = [];
    for (const { text } of command.words) texts.push(text);
    words = texts;
    const program = baseName(name.text);
    facts.invocations.push({ program: name.text, base: program, words });
    if (!name.exact) facts.unknown = true;
    if (showsEnvironment(program, words)) facts.showsEnvironment = true;
    const profile = profileOf(program);
    effects = profile.refine === undefined ? profile.effects : profile.refine(profile.effects, words);
    effectsOn = profile.operands?.(words, effects);
    if (profile.changesFolder) folder = folderOption(command.words, start) ?? start;
    isData = profile.data?.(command.words, whole);
    if (profile.handsOver !== undefined)
      addCode(facts, readInlineCode(program, profile.handsOver, words, command.input), folder);
    if (profile.starts !== undefined)
      addStarted(profile.starts(command.words.slice(1), command.input), command, parse, facts, depth, folder);
    // A program given by its path is a file that is read.
    if (name.text.includes('/') || name.text.includes('\\')) addWord(facts, name, READ, folder);
  } else if (name !== undefined) facts.unknown = true;
  facts.effects |= effects;
  for (let at = 1; at < command.words.length; at += 1)
    if (isData === undefined || !isData(at)) {
      const own = effectsOn === undefined ? effects : effectsOn(at);
      facts.effects |= own;
      addWord(facts, command.words[at] as ShellWord, own, folder);
    }
  // What is printed becomes a name in `cat $(printf '/etc/%s' shadow)` and in `cat $(echo wodahs/cte/ | rev)`.
  if (isData === undefined && words[0] === 'printf')
    addWord(facts, { text: formatted(words.slice(1)), exact: false }, effects, folder);
  if (REVERSES.test(whole))
    for (const word of words) addWord(facts, { text: reversed(word), exact: false }, effects, folder);
  for (const word of command.values) addWord(facts, word, effects, folder);
  for (const { kind, target } of command.redirects) {
    if (target.text.startsWith('/dev/') && NO_FILE.test(target.text)) continue;
    const bits = kind === 'read' ? READ : WRITE;
    facts.effects |= /^\/dev\/(?:tcp|udp)\//.test(target.text) ? bits | CONNECT : bits;
    addWord(facts, target, bits, folder);
  }
}

// `git -C DIR`, `tar --directory=DIR`, `env --chdir DIR`: from here on names are meant there.
function folderOption(words: readonly ShellWord[], before: Folder | undefined): Folder | undefined {
  for (let at = 1; at < words.length; at += 1) {
    const { text = '', exact = false } = words[at] ?? {};
    // Only `-C`, `-D` and long options are asked about.
    const letter = text.charCodeAt(0) === 45 ? text.charCodeAt(1) : 0;
    if (letter !== 67 && letter !== 68 && letter !== 45) continue;
    const value = /^(?:-C|--(?:directory|chdir|cwd|prefix|dir|git-dir|work-tree|manifest-path)=)(.+)$/s.exec(
      text,
    )?.[1];
    if (value !== undefined) return inFolder(value, exact, before);
    const next = words[at + 1];
    if (next !== undefined && /^(?:-C|-D|--(?:directory|chdir|cwd|prefix|dir|git-dir|work-tree))$/.test(text))
      return inFolder(next.text, next.exact, before);
  }
  return undefined;
}

/** Few names matter, and a text can assign to thousands: not each of them is tried with each value. */
function changeMeaning({ assigns, values }: ShellCommand): boolean {
  const names = new Set(assigns.filter(canMatter));
  return [...names].some((name) =>
    values.length === 0
      ? isMeaningful(`${name}=`)
      : values.some(({ text }) => isMeaningful(`${name}=${text}`)),
  );
}

function addCode(facts: ShellFacts, code: InlineCode | undefined, folder: Folder | undefined): void {
  if (code === undefined) return;
  if (code.unknown) facts.unknown = true;
  if (code.writes) facts.effects |= WRITE;
  if (code.showsEnvironment) facts.showsEnvironment = true;
  for (const text of code.paths)
    addWord(facts, { text, exact: false }, code.writes ? READ | WRITE : READ, folder);
}

function addStarted(
  started: Inner,
  { input }: ShellCommand,
  parse: ParseShell | undefined,
  facts: ShellFacts,
  depth: number,
  folder: Folder | undefined,
): void {
  if (started.unknown) facts.unknown = true;
  for (const text of started.texts) readShellText(text, parse, facts, depth + 1, folder);
  for (const words of started.commands)
    if (depth < MAX_DEPTH)
      readCommand({ words, redirects: [], values: [], assigns: [], input }, parse, facts, depth + 1, folder);
    else facts.unknown = true;
}

/** A folder that the text changed to. */
interface Folder {
  readonly path: string;
  readonly plain: boolean;
  readonly exact: boolean;
}

function addWord(facts: ShellFacts, word: ShellWord, effects: number, folder: Folder | undefined): void {
  const { text, exact } = word;
  const shape = shapeOfWord(text);
  if (shape === 'option') return;
  const decoded = decodedPath(text);
  if (decoded !== undefined) addPath(facts, decoded, false, effects, false);
  if (shape === 'name') {
    addPath(facts, text, exact, effects, true);
    if (folder !== undefined && text.charCodeAt(0) !== 47)
      addPath(facts, text, exact && folder.exact, effects, folder.plain, folder.path);
  } else
    for (const path of pathsOfWord(text)) {
      addPath(facts, path, exact, effects, false);
      if (folder !== undefined && !isRooted(path))
        addPath(facts, path, exact && folder.exact, effects, false, folder.path);
    }
}

const isRooted = (path: string) => /^(?:[/~$\\]|[A-Za-z]:)/.test(path);

// The folder may not exist, or `cd` may fail: the word counts in the folder and without it.
function addPath(
  facts: ShellFacts,
  name: string,
  exact: boolean,
  effects: number,
  plain: boolean,
  folder?: string,
): void {
  const text = folder === undefined ? name : `${folder}/${name}`;
  facts.words.push({ text, source: 'command', effects, exact, name, folder, plain });
}

// Most words are a plain name (`src/index.ts`) or an option without a value (`--short`), and one look at each character
// says so. INVARIANT: a name is its own only path, an option has none; `pathsOfWord` would say the same.
function shapeOfWord(word: string): 'name' | 'option' | undefined {
  const { length } = word;
  let start = 0;
  while (start < 2 && word.charCodeAt(start) === 45) start += 1;
  if (start === length) return undefined;
  for (let at = start; at < length; at += 1) {
    const code = word.charCodeAt(at);
    const plain =
      (code >= 97 && code <= 122) ||
      (code >= 48 && code <= 57) ||
      (code >= 65 && code <= 90) ||
      (code === 95 && !(at === start && start > 0)) ||
      (code === 45 && at > start) ||
      ((code === 46 || code === 47) && start === 0) ||
      ((code === 126 || code === 32) && start === 0 && at > 0 && at < length - 1);
    if (!plain) return undefined;
  }
  return start === 0 ? 'name' : 'option';
}

// `--file=/x`, `-I/x`, `if=/x`, `@/x`, `host:/x`, `/x:/y`: the path is a part of the word.
function pathsOfWord(word: string): string[] {
  const shape = shapeOfWord(word);
  if (shape !== undefined) return shape === 'name' ? [word] : [];
  if (word === '' || word === '-' || word === '--') return [];
  const option = /^--?[A-Za-z0-9][\w-]*(?:=(.*))?$/s.exec(word);
  if (option !== null) return option[1] === undefined ? attached(word) : [option[1]];
  const parts = [word];
  const assigned = /^[A-Za-z_][\w.-]*=(.+)$/s.exec(word)?.[1];
  if (assigned !== undefined) parts.push(assigned);
  if (word.startsWith('-')) parts.push(...attached(word));
  if (/^[@<>]/.test(word)) parts.push(word.slice(1));
  const field = /=@(.+)$/s.exec(word)?.[1];
  if (field !== undefined) parts.push(field);
  if (!word.includes('://') && /^(?:[\w.@-]*|\/[^:]*):[~/.]/.test(word))
    parts.push(...word.split(':').slice(word.startsWith('/') ? 0 : 1));
  return parts;
}

function attached(word: string): string[] {
  const value = /^-[A-Za-z]([@/~.$].*)$/s.exec(word)?.[1];
  return value === undefined ? [] : [value.replace(/^@/, '')];
}

function changedFolder({ words }: ShellCommand, before: Folder | undefined): Folder | undefined {
  const program = words[0]?.text;
  if (program !== 'cd' && program !== 'pushd') return undefined;
  const target = words.find(({ text }, index) => index > 0 && !/^-./.test(text));
  // `cd` alone goes home; `cd -` goes back, and where that was is one of the readings without a folder.
  const path = target?.text ?? (program === 'cd' ? '~' : '');
  if (path === '' || path === '-') return undefined;
  return inFolder(path, target?.exact ?? true, before);
}

// Every word is read in the folder, too: a long chain of `cd` before many words must not multiply the two.
const LONGEST_FOLDER = 256;
const ANYWHERE: Folder = { path: UNKNOWN_TEXT, plain: false, exact: false };

function inFolder(path: string, exact: boolean, before: Folder | undefined): Folder {
  const plain = shapeOfWord(path) === 'name';
  const isNew = before === undefined || isRooted(path);
  if ((isNew ? 0 : before.path.length) + path.length > LONGEST_FOLDER) return ANYWHERE;
  return isNew
    ? { path, plain, exact }
    : { path: `${before.path}/${path}`, plain: plain && before.plain, exact: exact && before.exact };
}

// Without a grammar the words are cut at anything that could end one: enough to refuse, never enough to allow. All of
// the text is looked at, or padding would hide what stands behind it.
function readLoosely(text: string, facts: ShellFacts): void {
  for (const word of new Set(text.split(/[\s"'`;|&<>()]+/)))
    for (const part of pathsOfWord(word)) addPath(facts, part, false, READ | WRITE, false);
}

/** The program's name without its folder. */
export function baseName(program: string): string {
  if (isPlainProgram(program)) return program;
  const cut = Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1;
  const name = (cut === 0 ? program : program.slice(cut)).toLowerCase();
  return name.includes('.') ? name.replace(/\.(?:exe|cmd|bat|com|ps1)$/, '') : name;
}

// `git`, `grep`, `x86_64-linux-gnu-gcc`: nothing to cut off and nothing to fold.
function isPlainProgram(program: string): boolean {
  for (let at = 0; at < program.length; at += 1) {
    const code = program.charCodeAt(at);
    if ((code < 97 || code > 122) && (code < 48 || code > 57) && code !== 45 && code !== 95) return false;
  }
  return true;
}

/** Only so many words can be what a program is told to do; behind them come names of files. */
const SPOKEN_WORDS = 6;

/** The program with each of its first words, as rules that refuse may name it: `npm publish`, `grep -r`. */
export const phrasesOf = ({ base, words }: Invocation): string[] =>
  words.slice(1, 1 + SPOKEN_WORDS).map((word) => `${base} ${word}`);
