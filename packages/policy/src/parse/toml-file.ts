// Parses TOML text to a value that matches a schema, or returns all problems with their positions. Errors of the user
// are returned and never thrown.

import type { TomlError } from 'smol-toml';
import type * as z from 'zod';
import type { Diagnostic, Problem } from './diagnostics.js';
import { findDeepKey, MAX_NAME_PARTS } from './key-depth.js';

export type TomlTable = Readonly<Record<string, unknown>>;

export type TomlFileResult<Value> =
  | {
      readonly ok: true;
      readonly value: Value;
      /** Adds positions to problems that the caller finds later in the value. */
      readonly locate: (problems: readonly Problem[]) => Promise<readonly Diagnostic[]>;
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export interface TomlFileOptions<Schema extends z.ZodType> {
  /** The schema of the file. Its objects must be strict, so that an unknown key is an error. */
  readonly schema: Schema;
  /** Checks what the schema cannot express. Called only with a valid value. */
  readonly check?: (value: z.output<Schema>) => Promise<readonly Problem[]>;
}

/** Parses a settings file. Returns either its value or all problems. */
export async function parseTomlFile<Schema extends z.ZodType>(
  text: string,
  file: string,
  { schema, check }: TomlFileOptions<Schema>,
): Promise<TomlFileResult<z.output<Schema>>> {
  const locate = async (problems: readonly Problem[]) =>
    (await import('./positions.js')).locate(problems, text, file);
  const fail = async (problems: readonly Problem[]) => ({
    ok: false as const,
    diagnostics: await locate(problems),
  });
  const read = await readTable(text);
  if ('problem' in read) return fail([read.problem]);
  const { toProblems } = await import('./schema/issues.js');
  const parsed = schema.safeParse(read.table);
  const problems = parsed.success
    ? ((await check?.(parsed.data)) ?? [])
    : toProblems(parsed.error.issues, schema, read.table);
  if (!parsed.success || problems.length > 0) return fail(problems);
  return { ok: true, value: parsed.data, locate };
}

/** Returns the table of a text, or the problem that prevents parsing. */
export async function readTable(
  text: string,
): Promise<{ readonly table: TomlTable } | { readonly problem: Problem }> {
  const deep = findDeepKey(text);
  if (deep !== undefined) return { problem: deepProblem(deep) };
  const { parse } = await import('smol-toml');
  try {
    return { table: parse(text) };
  } catch (error) {
    return { problem: await syntaxProblem(error as TomlError, text) };
  }
}

function deepProblem(position: { readonly line: number; readonly column: number }): Problem {
  return {
    code: 'nested-too-deeply',
    message: `a key has more than ${MAX_NAME_PARTS} parts`,
    help: 'shorten the key, or put it in quotes if the dots are part of its name',
    path: [],
    position,
  };
}

async function syntaxProblem(error: TomlError, text: string): Promise<Problem> {
  const { syntaxErrorPosition } = await import('./syntax-position.js');
  const sentence = error.message.split('\n')[0]?.replace(/^Invalid TOML document: /, '') ?? 'not TOML';
  const found = { line: error.line ?? 1, column: error.column ?? 1 };
  if (isOpenString(text, sentence, found)) {
    const message = 'not valid TOML: a quoted string is not closed';
    return { code: 'syntax', message, help: 'add the closing quote', path: [], position: found };
  }
  const { unclosed, ...position } = syntaxErrorPosition(text, sentence, found);
  return {
    code: 'syntax',
    message: `not valid TOML: ${unclosed ? `the bracket \`${unclosed}\` is never closed` : sentence}`,
    help: unclosed
      ? `close it with \`${unclosed === '[' ? ']' : '}'}\``
      : syntaxHelp(sentence, error.codeblock),
    path: [],
    position,
  };
}

/** The parser reports the line break in a string as a control character. */
function isOpenString(text: string, sentence: string, at: { line: number; column: number }): boolean {
  const rest = text.split('\n')[at.line - 1]?.slice(at.column - 1);
  return (
    sentence === 'unfinished string' || (/control characters/.test(sentence) && /^\r?$/.test(rest ?? ''))
  );
}

function syntaxHelp(sentence: string, lines: string): string {
  if (/redefine|already|duplicate/i.test(sentence))
    return /^\d+:\s*\[rule\].*\n\s*\^/m.test(lines)
      ? 'write `[[rule]]`, with double brackets'
      : 'each key and table may appear only once; remove or rename one of the two';
  if (/escape/i.test(sentence))
    return "`\\` starts an escape sequence in double quotes; put paths in single quotes, such as 'C:\\Users'";
  if (/comma/.test(sentence)) return 'put a comma between two values, or add the missing closing bracket';
  if (/string/i.test(sentence)) return 'put text in quotes, on one line, with `\\\\` for a backslash';
  return 'write one `key = "value"` per line, with text in quotes';
}
