// Implements the keywords for values of any type: types and enumerations.

import { type Outcome, problem, undecided } from './outcome.js';
import { isObject, member } from './schema-shape.js';
import { chargeForText, type Keyword, type KeywordContext, type WorkBudget } from './work-budget.js';

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => typeof value === 'number' && Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: isObject,
};
const MAX_TYPES = 16;

export const valueKeywords: Readonly<Record<string, Keyword>> = {
  type: (types, place) => checkType(Array.isArray(types) ? types.slice(0, MAX_TYPES) : [types], place),
  enum: (values, { work, value, where }) =>
    !Array.isArray(values) || values.some((one) => isEqual(work, one, value, 0))
      ? undefined
      : problem('invalid', where, 'not one of the listed values'),
  const: (only, { work, value, where }) =>
    isEqual(work, only, value, 0) ? undefined : problem('invalid', where, 'not the only accepted value'),
};

/** Checks the type of a value. An unknown type is not checked. */
function checkType(types: readonly unknown[], { schema, value, where }: KeywordContext): Outcome {
  if (types.length === 0 || (value === null && member(schema, 'nullable') === true)) return undefined;
  for (const type of types) {
    if (typeof type !== 'string' || !Object.hasOwn(TYPES, type)) return undecided;
    if (TYPES[type]?.(value) === true) return undefined;
  }
  return problem('invalid', where, `expected ${types.join(' or ')}`);
}

/** Tests whether two values are the same JSON regardless of the order of keys. Returns false if no work is left. */
function isEqual(work: WorkBudget, one: unknown, other: unknown, depth: number): boolean {
  work.left -= 1;
  if (depth > 200) work.left = -1;
  if (work.left < 0) return false;
  if (Array.isArray(one) && Array.isArray(other))
    return (
      one.length === other.length && one.every((item, index) => isEqual(work, item, other[index], depth + 1))
    );
  if (typeof one === 'string' && typeof other === 'string' && one.length === other.length)
    chargeForText(work, one);
  if (!isObject(one) || !isObject(other)) return one === other;
  const keys = Object.keys(one);
  work.left -= keys.length;
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual(work, one[key], other[key], depth + 1))
  );
}
