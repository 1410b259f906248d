// Defines the value types of the schema. Each type converts a TOML value to the form that the code needs, and reports
// problems with a code and a suggestion.
import * as z from 'zod';
import { isPathPattern, patternProblem } from '../../match/pattern-syntax.js';
import { regexProblem } from '../regex.js';
import { suggest } from '../suggestion.js';
import { parseDuration, parseMoment, parseSize } from '../units.js';

type Context = z.core.$RefinementCtx;

/** Reports a problem with a code and help text. */
export function report(
  context: Context,
  problem: { code: string; message: string; help: string },
  path: (string | number)[] = [],
): void {
  const { code, message, help } = problem;
  context.addIssue({ code: 'custom', message, params: { code, help }, path });
}

/** Tests for a date, time or date-time in TOML. */
const isMoment = (value: unknown): value is { toISOString(): string } =>
  value instanceof Object && typeof (value as { toISOString?: unknown }).toISOString === 'function';

/** Returns the value as written in the file, without the milliseconds that the TOML parser adds. */
function describeMoment(value: { toISOString(): string }): string {
  const text = value.toISOString().replace(/\.000(?=Z|$)/, '');
  return `the ${/^\d\d:/.test(text) ? 'time' : 'date'} \`${text}\``;
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (value === null || typeof value !== 'object') return `the ${typeof value} \`${String(value)}\``;
  if (isMoment(value)) return describeMoment(value);
  return 'a table';
}

/** A type for one of the listed words or one of their aliases. */
export function word<const T extends string>(
  label: string,
  words: readonly T[],
  aliases: Readonly<Record<string, T>> = {},
) {
  return z.unknown().transform((value, context): T => {
    const spelt = typeof value === 'string' && Object.hasOwn(aliases, value) ? aliases[value] : value;
    const found = words.find((candidate) => candidate === spelt);
    if (found !== undefined) return found;
    const all = [...words, ...Object.keys(aliases)];
    const shown = typeof value === 'string' ? `\`${value}\`` : describe(value);
    report(context, {
      code: `unknown-${label.replaceAll(' ', '-').toLowerCase()}`,
      message: `unknown ${label} ${shown}`,
      help: suggest(String(value), all),
    });
    return z.NEVER;
  });
}

/** Returns the strings of a value, which may be one string or an array of strings. */
function strings(context: Context, value: unknown, example: string): string[] | undefined {
  const list = Array.isArray(value) ? value : [value];
  const wrong = list.findIndex((item) => typeof item !== 'string');
  if (list.length > 0 && wrong === -1) return list as string[];
  const at = Array.isArray(value) && wrong >= 0 ? [wrong] : [];
  const empty = list.length === 0;
  const expected = empty ? 'a string or an array with at least one string' : 'a string';
  const found = empty ? 'an empty array' : describe(list[wrong]);
  const help = `${empty ? 'remove the key, or ' : ''}write ${example}`;
  report(context, { code: 'wrong-type', message: `expected ${expected}, found ${found}`, help }, at);
  return undefined;
}

/** A type for patterns: one string or an array of strings, each of which is validated. */
export const patterns = (kind: 'name' | 'path' | 'value') =>
  z.unknown().transform((value, context): readonly string[] => {
    const list = strings(context, value, '`"read_*"` or `["read_*", "list_*"]`');
    if (list === undefined) return z.NEVER;
    for (const [index, pattern] of list.entries()) {
      const problem = patternProblem(
        pattern,
        kind === 'path' || (kind === 'value' && isPathPattern(pattern)),
      );
      if (problem !== undefined) report(context, problem, Array.isArray(value) ? [index] : []);
    }
    return list;
  });

/** A type for one of the listed words, or an array of such words. */
export const words = <const T extends string>(
  label: string,
  all: readonly T[],
  aliases: Record<string, T> = {},
) =>
  z.unknown().transform((value, context): readonly T[] => {
    const list = strings(context, value, `one or several of: ${all.join(', ')}`);
    if (list === undefined) return z.NEVER;
    return list.flatMap((item, index) => {
      const spelt = Object.hasOwn(aliases, item) ? aliases[item] : item;
      const found = all.find((candidate) => candidate === spelt);
      if (found !== undefined) return [found];
      const help = suggest(item, [...all, ...Object.keys(aliases)]);
      const problem = {
        code: `unknown-${label.replaceAll(' ', '-').toLowerCase()}`,
        message: `unknown ${label} \`${item}\``,
        help,
      };
      report(context, problem, Array.isArray(value) ? [index] : []);
      return [];
    });
  });

const unit = (label: string, parse: (text: string) => number | undefined, example: string, least = 0) =>
  z.unknown().transform((value, context): number => {
    const parsed = typeof value === 'string' ? parse(value) : undefined;
    if (parsed !== undefined && parsed >= least && Number.isSafeInteger(parsed)) return parsed;
    const odd =
      parsed === 0
        ? `the ${label} must be greater than 0`
        : `the ${label} must be at most \`${label === 'duration' ? '104249991d' : '8388607GB'}\``;
    report(context, {
      code: `bad-${label}`,
      message: parsed === undefined ? `${describe(value)} is not a valid ${label}` : odd,
      help: `write a ${label} such as ${example}`,
    });
    return z.NEVER;
  });

const DURATIONS = '`"30s"`, `"10m"` or `"24h"`';
/** A type for durations: `"30s"` becomes milliseconds. */
export const duration = unit('duration', parseDuration, DURATIONS);
/** A type for durations above 0. With a window of 0, no call would count and no chain would match. */
export const timespan = unit('duration', parseDuration, DURATIONS, 1);
/** A type for sizes: `"10MB"` becomes bytes. The minimum is one byte. */
export const size = unit('size', parseSize, '`"512KB"` or `"10MB"`', 1);

/** A type for a TOML date or date-time, which becomes milliseconds. */
export const moment = z.unknown().transform((value, context): number => {
  const text = isMoment(value) ? value.toISOString() : value;
  const parsed = typeof text === 'string' ? parseMoment(text) : undefined;
  if (parsed !== undefined) return parsed;
  report(context, {
    code: 'bad-date',
    message: `${describe(value)} is not a valid date`,
    help: 'write a date such as `2026-12-31` or `2026-12-31T18:00:00Z`',
  });
  return z.NEVER;
});

/** A type for regular expressions that can be matched in linear time. */
export const regex = z.unknown().transform((value, context): string => {
  if (typeof value !== 'string') {
    report(context, {
      code: 'wrong-type',
      message: `expected a string, found ${describe(value)}`,
      help: 'write a regular expression',
    });
    return z.NEVER;
  }
  const problem = regexProblem(value);
  if (problem !== undefined) report(context, { code: 'bad-regex', ...problem });
  return value;
});

const checked = <T>(label: string, accept: (value: unknown) => value is T, example: string) =>
  z.unknown().transform((value, context): T => {
    if (accept(value)) return value;
    report(context, {
      code: 'wrong-type',
      message: `expected ${label}, found ${describe(value)}`,
      help: `write ${example}`,
    });
    return z.NEVER;
  });

/**
 * A type for a table with keys that the user chooses. The validator's own table type would omit a key named
 * `__proto__`.
 */
export const openTable = (example: string) =>
  checked(
    'a table',
    (value): value is Record<string, unknown> =>
      typeof value === 'object' && value !== null && !Array.isArray(value) && !('toISOString' in value),
    example,
  );

export const text = checked(
  'a string',
  (value): value is string => typeof value === 'string',
  'text in quotes',
);
export const flag = checked(
  'true or false',
  (value): value is boolean => typeof value === 'boolean',
  '`true` or `false`, without quotes',
);
export const count = checked(
  'a whole number above 0',
  (value): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0,
  'a number such as `10`',
);
/** A type for a whole number above 0 with a maximum. */
export const upTo = (most: number) =>
  checked(
    `a whole number from 1 to ${most}`,
    (value): value is number => Number.isInteger(value) && Number(value) > 0 && Number(value) <= most,
    'a number such as `60`',
  );
/** A type for levels of nesting. It has a maximum, because memory is reserved for each level. */
export const depth = checked(
  'a whole number from 1 to 10000',
  (value): value is number => Number.isInteger(value) && Number(value) > 0 && Number(value) <= 10_000,
  'a number such as `128`',
);
export const integer = checked(
  'a whole number',
  (value): value is number => typeof value === 'number' && Number.isInteger(value),
  'a number such as `0`',
);
