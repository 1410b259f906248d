// Finds the entries of a parsed text, including entries that come from aliases or merged keys.

import type { LocatedEntry, PathStep } from './format.js';

type Entry = Pick<LocatedEntry, 'name' | 'path' | 'value'>;

/** Returns the tables under a path of keys; `*` stands for any key. */
export function entriesIn(
  value: unknown,
  [step, ...rest]: readonly string[],
  path: readonly PathStep[] = [],
): Entry[] {
  if (step !== undefined)
    return membersOf(value)
      .filter(([key]) => step === '*' || key === step)
      .flatMap(([key, inner]) => entriesIn(inner, rest, [...path, key]));
  return membersOf(value)
    .filter(isTable)
    .map(([key, entry]) => ({
      name: typeof key === 'string' ? key : String(entry['name'] ?? key),
      path: [...path, key],
      value: entry,
    }));
}

/** Converts a path of keys to a string that can be the key of a map. */
export const pathKey = (path: readonly PathStep[]): string => JSON.stringify(path);

function membersOf(value: unknown): (readonly [PathStep, unknown])[] {
  if (Array.isArray(value)) return value.map((item: unknown, index) => [index, item] as const);
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

const isTable = (
  member: readonly [PathStep, unknown],
): member is readonly [PathStep, Record<string, unknown>] =>
  typeof member[1] === 'object' &&
  member[1] !== null &&
  !Array.isArray(member[1]) &&
  !(member[1] instanceof Date);
