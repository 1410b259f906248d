// Programs that are started with a list of words and without a shell: `{ command: "rm", args: ["-rf", "/"] }`, `{
// argv: […] }`.

import { ARGV_KEY, PATH_KEY, PROGRAM_KEY, VECTOR_KEY } from '../argument-keys.js';
import { baseName } from './invocation.js';
import { isKnownProgram, runsOtherCode } from './program-profiles.js';

/** Classifies argument names. */
export interface VectorOptions {
  readonly kindOf: (key: string) => number;
  /** Kinds of argument names that hold a command. */
  readonly commandKinds: number;
  /** The tool runs its arguments. */
  readonly isShell: boolean;
}

/** Argument names that can hold such a list. */
export const VECTOR_KEYS = ARGV_KEY | VECTOR_KEY | PROGRAM_KEY;

/** The maximum number of programs or lists of words; ordinary calls have fewer. */
const MOST = 16;

/**
 * Returns the lists of one object, each preceded by its program. A list without a program counts as a command
 * if the tool runs commands, or if it begins with a shell or similar program. Undefined if there are too
 * many.
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

/** A list of words; a text with the arguments of a program is split at spaces. */
function wordsOf(value: unknown, kind: number): readonly string[] | undefined {
  if (typeof value === 'string') return (kind & ARGV_KEY) === 0 ? undefined : value.trim().split(/\s+/);
  return isListOfText(value) ? value.map(String) : undefined;
}

/** Numbers in a list count as words. */
export const isListOfText = (value: unknown): value is (string | number | boolean)[] =>
  Array.isArray(value) && value.every((item) => typeof item !== 'object' && item !== undefined);

/** A word that only a shell can read, and one that joins commands. */
const SHELL_TEXT = /[\s;&|<>`$()]/;
const OPERATOR = /^(?:&&?|\|\|?|;|[<>]{1,2})$/;

/**
 * The shell text of an array under the name of a command: `commands: ["cd /tmp", "ls"]` and `["ls", "&&", "id"]`; undefined
 * for the words of one program, which begin with its name.
 */
export function scriptOf(items: readonly string[], key: string): string | undefined {
  if (items.some((item) => OPERATOR.test(item.trim()))) return items.join(' ');
  return SHELL_TEXT.test(items[0]?.trim() ?? '') || /s$|list$/i.test(key) ? items.join('\n') : undefined;
}
