// From the validator's issues to problems in our own words.
import type * as z from 'zod';
import type { Problem } from '../diagnostics.js';
import { suggest } from '../suggestion.js';
import { guardShape } from './guards.js';

type Key = string | number;
type Schema = z.core.$ZodType;

/** Turns each issue into problems; an unknown key names the keys that its table has. */
export function toProblems(issues: readonly z.core.$ZodIssue[], schema: Schema, input: unknown): Problem[] {
  return issues.flatMap((issue): Problem[] => {
    const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
    switch (issue.code) {
      case 'custom':
        return [valueAt(input, path) === undefined ? missing(path) : customProblem(issue, path)];
      case 'unrecognized_keys':
        return issue.keys.map((key) => unknownKey(key, path, keysAt(schema, path, input)));
      case 'invalid_type':
        return [typeProblem(issue.expected, path, input)];
      default:
        return [
          { code: 'wrong-value', message: issue.message.toLowerCase(), help: 'see the reference', path },
        ];
    }
  });
}

function customProblem(issue: z.core.$ZodIssueCustom, path: readonly Key[]): Problem {
  const { code = 'wrong-value', help = '' } = (issue.params ?? {}) as { code?: string; help?: string };
  return { code, message: issue.message, help, path };
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
  array: ['an array of tables', 'repeat the table in double brackets, like `[[rule]]`'],
  object: ['a table', 'write it as `[section]` with keys below'],
  // The one table of the file whose keys are names that users choose.
  record: ['a table', 'write `[[rule]]` for rules in order, or `[rules.name]` for each rule with a name'],
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
  return { code: 'wrong-type', message: `\`${name}\` must be ${what}`, help: example, path };
}

// Follows the path through the schema to the table that holds the unknown key.
function keysAt(schema: Schema, path: readonly Key[], input: unknown): string[] {
  let current: Schema | undefined = schema;
  let value = input;
  for (const key of path) {
    const def = unwrap(current);
    value = (value as Record<Key, unknown> | undefined)?.[key];
    current = def?.shape?.[key] ?? def?.element ?? def?.valueType;
  }
  const type = (value as Record<string, unknown> | undefined)?.['rule_type'];
  return Object.keys(unwrap(current)?.shape ?? guardShape(type) ?? {});
}

interface Definition {
  readonly shape?: Readonly<Record<Key, Schema>>;
  readonly element?: Schema;
  readonly valueType?: Schema;
  readonly innerType?: Schema;
  readonly in?: Schema;
}

function unwrap(schema: Schema | undefined): Definition | undefined {
  const definition = schema?._zod.def as Definition | undefined;
  const inner = definition?.innerType ?? definition?.in;
  return inner === undefined ? definition : unwrap(inner);
}
