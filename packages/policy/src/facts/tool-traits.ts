// Determines the traits of a tool from its name: its effects, and whether it runs code, queries a database,
// sends data or edits files.

import { splitWords } from './argument-keys.js';
import { EVERY_EFFECT, EXEC, effectsOfTool, WRITE, writesWhatItNames } from './effects.js';
import { isRecord } from './is-record.js';
import { effectsOfOperation, isEditorCommand, namesEditor } from './operation-arguments.js';
import { type ToolKind, UNKNOWN_TOOL } from './value-facts.js';
import { opensForWriting } from './written-arguments.js';

const LANGUAGES = new Set(
  'python ipython jupyter notebook cell kernel javascript js typescript ts node ruby php r julia java go rust sql'.split(
    ' ',
  ),
);
const DATABASES = new Set(
  'sql query database db postgres postgresql pg mysql mariadb sqlite duckdb'.split(' '),
);
const NAMES_LANGUAGE = EVERY_EFFECT + 1;
const NAMES_DATABASE = 2 * NAMES_LANGUAGE;
const NAMES_WRITER = 4 * NAMES_LANGUAGE;
const NAMES_EDITOR = 8 * NAMES_LANGUAGE;
export const NAMES_SENDER = 16 * NAMES_LANGUAGE;
export const NAMES_GIT = 32 * NAMES_LANGUAGE;
const NAMES_TERMINAL = 128 * NAMES_LANGUAGE;
const NAMES_READER = 256 * NAMES_LANGUAGE;
export const NAMES_PATCH = 64 * NAMES_LANGUAGE;
const SENDERS = new Set('upload send post push put attach share mail email submit publish'.split(' '));

/** Git subcommands that Git servers use as tool names. */
const GIT_TOOLS = new Set(
  'archive blame branch checkout clone diff fetch grep log pull push rebase reflog revert show'.split(' '),
);
const TERMINALS = new Set('terminal tty pty tmux iterm repl shell ssh stdin'.split(' '));
const TYPES = new Set('write send type input paste keys'.split(' '));
const SENDS_KEYS = /send(?:keys|keystrokes|input)/;
/** Arguments that name a page element. With such an argument, the tool types its text into that element. */
const ELEMENTS = ['selector', 'element', 'ref', 'locator', 'by', 'xpath', 'uid'];

/** Returns the effects of a tool according to its name, and the flags that begin with `NAMES_`. */
export function traitsOfTool(tool: string): number {
  const words = splitWords(tool).map((word) => word.replace(/\d+$/, ''));
  return (
    effectsOfTool(tool) |
    (words.some((word) => LANGUAGES.has(word)) ? NAMES_LANGUAGE : 0) |
    (words.some((word) => DATABASES.has(word)) ? NAMES_DATABASE : 0) |
    (words.some((word) => SENDERS.has(word)) ? NAMES_SENDER : 0) |
    (writesWhatItNames(tool) ? NAMES_WRITER : 0) |
    (namesEditor(tool) ? NAMES_EDITOR : 0) |
    (namesTerminal(words) ? NAMES_TERMINAL : 0) |
    (namesReader(words) ? NAMES_READER : 0) |
    (words.includes('git') || (words.length === 1 && GIT_TOOLS.has(words[0] ?? '')) ? NAMES_GIT : 0) |
    (namesPatch(words, tool) ? NAMES_PATCH : 0)
  );
}

const READERS = new Set(
  'read load open view show cat head tail download get fetch upload attach send print import diff compare merge parse convert extract analyze summarize transcribe hash encode'.split(
    ' ',
  ),
);
const FILES = new Set('file document attachment textfile'.split(' '));
const READS_FILE = /^(?:read|load|open|cat|get|view|download|upload)(?:text|multiple)?files?$/;

/**
 * Matches tools that read files, and the names `cat` and `read`; does not match tools that search or list
 * files.
 */
const namesReader = (words: readonly string[]): boolean =>
  words.length === 1
    ? /^(?:read|cat|head|tail|view|open)$/.test(words[0] ?? '') || READS_FILE.test(words[0] ?? '')
    : words.some((word) => READERS.has(word)) && words.some((word) => FILES.has(word.replace(/s$/, '')));

const namesTerminal = (words: readonly string[]): boolean =>
  SENDS_KEYS.test(words.join('')) ||
  (words.some((word) => TERMINALS.has(word)) && words.some((word) => TYPES.has(word)));

const typesIntoTerminal = (traits: number, args: unknown): boolean =>
  (traits & NAMES_TERMINAL) !== 0 && !(isRecord(args) && ELEMENTS.some((name) => Object.hasOwn(args, name)));

/** Matches `apply_patch`, `apply_diff` and `git_apply`, but not `show_diff`. */
const namesPatch = (words: readonly string[], tool: string): boolean =>
  words.some((word) => word === 'patch' || word === 'applypatch') ||
  (words.some((word) => word === 'diff' || word === 'git') &&
    (words.includes('am') || (effectsOfTool(tool) & WRITE) !== 0));

/**
 * Determines how to treat text in the arguments. If the call is `run_python` or has `language: "python"`, its
 * code is not shell text.
 */
export function kindOfTool(traits: number, args: unknown): ToolKind {
  const isDatabase = (traits & NAMES_DATABASE) !== 0;
  const isTerminal = typesIntoTerminal(traits, args);
  if ((traits & EXEC) === 0) {
    if ((traits & NAMES_EDITOR) !== 0 && isRecord(args) && isEditorCommand(args)) return EDITOR;
    if (isTerminal) return TERMINAL;
    return isDatabase ? DATABASE : (traits & NAMES_READER) === 0 ? UNKNOWN_TOOL : READER;
  }
  const isProgram = (traits & NAMES_LANGUAGE) !== 0 || namesLanguage(args);
  return { isShell: true, isProgram, isDatabase, isEditor: false, isTerminal, readsFiles: false };
}

const DATABASE: ToolKind = { ...UNKNOWN_TOOL, isDatabase: true };
const READER: ToolKind = { ...UNKNOWN_TOOL, readsFiles: true };
const TERMINAL: ToolKind = { ...UNKNOWN_TOOL, isTerminal: true };
const EDITOR: ToolKind = { ...UNKNOWN_TOOL, isEditor: true };

function namesLanguage(args: unknown): boolean {
  const language = isRecord(args) ? (args['language'] ?? args['lang']) : undefined;
  return typeof language === 'string' && LANGUAGES.has(language.toLowerCase().replace(/[\d.]+$/, ''));
}

/**
 * Returns the effects on the paths in the arguments, according to words that count only if the arguments
 * contain paths.
 */
export const namedEffects = (traits: number, args: unknown): number =>
  ((traits & NAMES_WRITER) === 0 ? 0 : WRITE) |
  (isRecord(args) ? effectsOfOperation(args) | (opensForWriting(args) ? WRITE : 0) : 0);
