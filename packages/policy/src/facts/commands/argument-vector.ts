// Finds programs that are started with a list of words and without a shell: `{ command: "rm", args: ["-rf",
// "/"] }`, `{ argv: […] }`.

import { ARGV_KEY, PATH_KEY, PROGRAM_KEY, VECTOR_KEY } from '../argument-keys.js';
import { baseName } from './invocation.js';
import { isKnownProgram, runsOtherCode } from './program-profiles.js';

/** The tables that classify argument names. */
export interface VectorOptions {
  readonly kindOf: (key: string) => number;
  /** The kinds of argument names whose values are commands. */
  readonly commandKinds: number;
  /** True if the tool runs its arguments. */
  readonly isShell: boolean;
}

/** Argument names that can hold such a list. */
export const VECTOR_KEYS = ARGV_KEY | VECTOR_KEY | PROGRAM_KEY;

/** The maximum number of programs or lists of words. Ordinary calls have fewer. */
const MOST = 16;

/**
 * Returns the lists of one object, each preceded by its program. A list without a program counts as a command
 * if the tool runs commands, or if the list begins with a shell or a similar program. Returns undefined if
 * there are too many lists.
 */
export function argumentVectors(
  object: Readonly<Record<string, unknown>>,
  { kindOf, commandKinds, isShell }: VectorOptions,
): readonly (readonly string[])[] | undefined {
  const programs: string[] = [];
  const lists: { readonly words: readonly string[]; readonly kind: number }[] = [];
  for (const key of Object.keys(object)) {
    const value = object[key];
    const kind = kindOf(key);
    const words = (kind & VECTOR_KEYS) === 0 ? undefined : wordsOf(value, kind);
    if (words !== undefined) lists.push({ words, kind });
    else if (typeof value === 'string') {
      const isFile = (kind & PATH_KEY) !== 0 && isKnownProgram(baseName(value));
      if ((kind & (commandKinds | PROGRAM_KEY)) !== 0 || isFile) programs.push(value);
    }
  }
  if (programs.length > MOST || lists.length > MOST) return undefined;
  return lists.flatMap(({ words, kind }) => {
    const first = baseName(words[0] ?? '');
    const isWhole =
      ((kind & PROGRAM_KEY) !== 0 && isKnownProgram(first)) ||
      (words.length > 1 && runsOtherCode(first)) ||
      (programs.length === 0 && (isShell || (kind & VECTOR_KEY) !== 0));
    const behind = (kind & ARGV_KEY) === 0 ? [] : programs.map((program) => [program, ...words]);
    return isWhole ? [words, ...behind] : behind;
  });
}

/** Returns a list of words. A string with the arguments of a program is split at spaces. */
function wordsOf(value: unknown, kind: number): readonly string[] | undefined {
  if (typeof value === 'string') return (kind & ARGV_KEY) === 0 ? undefined : value.trim().split(/\s+/);
  return isListOfText(value) ? value.map(String) : undefined;
}

/** Numbers in a list count as words. */
export const isListOfText = (value: unknown): value is (string | number | boolean)[] =>
  Array.isArray(value) && value.every((item) => typeof item !== 'object' && item !== undefined);

/**
 * `SHELL_TEXT` matches a word that only a shell can interpret; `OPERATOR` matches an operator between
 * commands.
 */
const SHELL_TEXT = /[\s;&|<>`$()]/;
const OPERATOR = /^(?:&&?|\|\|?|;|[<>]{1,2})$/;

/**
 * Returns the shell text of an array under the name of a command: `commands: ["cd /tmp", "ls"]` and `["ls",
 * "&&", "id"]`. Returns undefined if the words form one program with its arguments.
 */
export function scriptOf(items: readonly string[], key: string): string | undefined {
  if (items.some((item) => OPERATOR.test(item.trim()))) return items.join(' ');
  return SHELL_TEXT.test(items[0]?.trim() ?? '') || /s$|list$/i.test(key) ? items.join('\n') : undefined;
}
