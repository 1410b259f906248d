// Converts the issues that the validator reports to problems with custom messages.
import type * as z from 'zod';
import type { Problem } from '../diagnostics.js';
import { knownKeys } from '../known-keys.js';
import { suggest } from '../suggestion.js';
import { guardShape } from './guard-shapes.js';

type Key = string | number;
type Schema = z.core.$ZodType;

/** Converts each issue to problems. For an unknown key, the message lists the valid keys. */
export function toProblems(issues: readonly z.core.$ZodIssue[], schema: Schema, input: unknown): Problem[] {
  return issues.flatMap((issue): Problem[] => {
    const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
    switch (issue.code) {
      case 'custom':
        return [customProblem(issue, path, input)];
      case 'unrecognized_keys':
        return issue.keys.map((key) => unknownKey(key, path, keysAt(schema, path, input)));
      case 'invalid_type':
        return [typeProblem(issue.expected, path, input)];
      case 'invalid_value':
        return [unknownValue(issue.values, path, input)];
      default:
        return [{ code: 'wrong-value', message: `${quoted(path)} ${issue.message}`, help: '', path }];
    }
  });
}

/**
 * Converts an issue of a custom type. Custom schema types report a code and a help text; other refinements only have
 * a message.
 */
function customProblem(
  { message, params }: z.core.$ZodIssueCustom,
  path: readonly Key[],
  input: unknown,
): Problem {
  if (params === undefined)
    return { code: 'wrong-value', message: `${quoted(path)} ${message}`, help: '', path };
  if (valueAt(input, path) === undefined) return missing(path);
  const { code = 'wrong-value', help = '' } = params as { code?: string; help?: string };
  return { code, message, help, path };
}

const quoted = (path: readonly Key[]): string => {
  const name = [...path].reverse().find((part) => typeof part === 'string');
  return name === undefined ? 'the value' : `\`${name}\``;
};

function unknownValue(
  values: readonly z.core.util.Primitive[],
  path: readonly Key[],
  input: unknown,
): Problem {
  const value = valueAt(input, path);
  if (value === undefined) return missing(path);
  const shown = typeof value === 'string' ? `\`${value}\`` : `a ${typeof value}`;
  const message = `unknown value ${shown} for ${quoted(path)}`;
  return { code: 'unknown-value', message, help: suggest(String(value), values.map(String)), path };
}

function unknownKey(key: string, path: readonly Key[], known: readonly string[]): Problem {
  const where =
    path.length === 0 ? '' : ` in \`${path.filter((part) => typeof part === 'string').join('.')}\``;
  return {
    code: 'unknown-key',
    message: `unknown key \`${key}\`${where}`,
    help: suggest(key, known),
    path: [...path, key],
    atKey: true,
  };
}

function valueAt(input: unknown, path: readonly Key[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<Key, unknown> | undefined)?.[key], input);
}

function missing(path: readonly Key[]): Problem {
  const name = path.at(-1);
  const table = path
    .slice(0, -1)
    .filter((part) => typeof part === 'string')
    .join('.');
  return {
    code: 'missing-key',
    message: `\`${table}\` has no \`${name}\``,
    help: `add \`${name} = …\``,
    path,
  };
}

const EXPECTED: Readonly<Record<string, [what: string, example: string]>> = {
  string: ['text', 'put it in quotes'],
  number: ['a number', 'write it without quotes'],
  int: ['a whole number', 'write it without quotes'],
  boolean: ['true or false', 'write `true` or `false`, without quotes'],
  array: ['an array', 'write the values between `[` and `]`'],
  // The help text is created later, because it contains the name of the table.
  object: ['a table', ''],
  // `rules` is the only table of the file whose keys are names chosen by users.
  record: ['a table', 'write `[[rule]]` for each ordered rule, or `[rules.name]` for each named rule'],
};

function typeProblem(expected: string, path: readonly Key[], input: unknown): Problem {
  const name = path.at(-1) ?? '';
  const [what, example] = EXPECTED[expected] ?? [expected, 'see the reference'];
  const found = path.reduce<unknown>(
    (value, key) => (value as Record<Key, unknown> | undefined)?.[key],
    input,
  );
  if (found === undefined)
    return {
      code: 'missing-key',
      message: `\`${name}\` is missing`,
      help: `add \`${name}\` (${what})`,
      path,
    };
  if (expected === 'array' && typeof found === 'object')
    return {
      code: 'wrong-type',
      message: `\`${name}\` must be an array of tables`,
      help: `write the table header with double brackets: \`[[${name}]]\``,
      path,
    };
  const help =
    expected === 'object' ? `write \`${header(path)}\`, with its keys on the lines below` : example;
  return { code: 'wrong-type', message: `\`${name}\` must be ${what}`, help, path };
}

/** Returns the header of a table, as in `[egress]` or `[[rule]]`. */
function header(path: readonly Key[]): string {
  const table = path.filter((part) => typeof part === 'string').join('.');
  return typeof path.at(-1) === 'number' ? `[[${table}]]` : `[${table}]`;
}

function keysAt(schema: Schema, path: readonly Key[], input: unknown): readonly string[] {
  const known = knownKeys(schema, path);
  if (known.length > 0) return known;
  const type = (valueAt(input, path) as Record<string, unknown> | undefined)?.['rule_type'];
  return Object.keys(guardShape(type) ?? {});
}
