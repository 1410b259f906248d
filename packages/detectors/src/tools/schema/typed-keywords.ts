// Implements the keywords for one type of value: strings, numbers, arrays, objects. Values of other types are
// accepted.

import { toPrintable } from '../../text/printable.js';
import { combineAll, isViolation, type Outcome, problem, undecided } from './outcome.js';
import { isObject, type JsonObject, member } from './schema-shape.js';
import {
  chargeForText,
  checkSubschema,
  type Keyword,
  type KeywordContext,
  type WorkBudget,
} from './work-budget.js';

type Table = Readonly<Record<string, Keyword>>;

/** Creates a keyword for a numeric bound. A bound that is not a number is ignored. */
function bound(
  measure: (place: KeywordContext) => number | undefined,
  isMet: (size: number, limit: number) => boolean,
  words: (limit: number) => string,
): Keyword {
  return (limit, place) => {
    if (typeof limit !== 'number') return undefined;
    const size = measure(place);
    return size === undefined || isMet(size, limit)
      ? undefined
      : problem('invalid', place.where, words(limit));
  };
}

const isAtLeast = (size: number, limit: number): boolean => size >= limit;
const isAtMost = (size: number, limit: number): boolean => size <= limit;

/** Returns the length in characters and not in UTF-16 units. */
function lengthOf({ value, work }: KeywordContext): number | undefined {
  if (typeof value !== 'string') return undefined;
  chargeForText(work, value);
  if (work.left < 0) return undefined;
  let pairs = 0;
  for (let index = 1; index < value.length; index += 1) {
    const [before, code] = [value.charCodeAt(index - 1), value.charCodeAt(index)];
    if (code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 && before <= 0xdbff) pairs += 1;
  }
  return value.length - pairs;
}

export const stringKeywords: Table = {
  minLength: bound(lengthOf, isAtLeast, (limit) => `expected at least ${limit} characters`),
  maxLength: bound(lengthOf, isAtMost, (limit) => `expected at most ${limit} characters`),
  // Untrusted patterns are not evaluated, because they may not be linear.
  pattern: (_, { value }) => (typeof value === 'string' ? undecided : undefined),
};

const numberOf = ({ value }: KeywordContext): number | undefined =>
  typeof value === 'number' ? value : undefined;

export const numberKeywords: Table = {
  minimum: bound(numberOf, isAtLeast, (limit) => `expected ${limit} or more`),
  maximum: bound(numberOf, isAtMost, (limit) => `expected ${limit} or less`),
  exclusiveMinimum: bound(
    numberOf,
    (size, limit) => size > limit,
    (limit) => `expected more than ${limit}`,
  ),
  exclusiveMaximum: bound(
    numberOf,
    (size, limit) => size < limit,
    (limit) => `expected less than ${limit}`,
  ),
  multipleOf: (unit, { value, where }) => {
    if (typeof value !== 'number' || typeof unit !== 'number' || unit <= 0 || Number.isInteger(value / unit))
      return undefined;
    // 0.3 must count as a multiple of 0.1, although binary fractions are inexact.
    return Number.isInteger(unit) ? problem('invalid', where, `expected a multiple of ${unit}`) : undecided;
  },
};

const countOf = ({ value }: KeywordContext): number | undefined =>
  Array.isArray(value) ? value.length : undefined;
const undecidedFor =
  (isKind: (value: unknown) => boolean): Keyword =>
  (_, { value }) =>
    isKind(value) ? undecided : undefined;

export const arrayKeywords: Table = {
  minItems: bound(countOf, isAtLeast, (limit) => `expected at least ${limit} items`),
  maxItems: bound(countOf, isAtMost, (limit) => `expected at most ${limit} items`),
  prefixItems: (schemas, place) => combineAll(checkFirst(schemas, place)),
  items: (items, place) => {
    if (Array.isArray(items)) return combineAll(checkFirst(items, place));
    const first = member(place.schema, 'prefixItems');
    return combineAll(checkRest(items, Array.isArray(first) ? first.length : 0, place));
  },
  additionalItems: (schema, place) => {
    const items = member(place.schema, 'items');
    return Array.isArray(items) ? combineAll(checkRest(schema, items.length, place)) : undefined;
  },
  uniqueItems: (wanted, { work, value, where }) =>
    wanted === true && Array.isArray(value) ? checkUnique(work, value, where) : undefined,
  contains: undecidedFor(Array.isArray),
  unevaluatedItems: undecidedFor(Array.isArray),
};

function* checkFirst(schemas: unknown, place: KeywordContext): Generator<Outcome> {
  const { value, where } = place;
  if (!Array.isArray(schemas) || !Array.isArray(value)) return;
  for (let index = 0; index < schemas.length && index < value.length; index += 1)
    yield checkSubschema(place, schemas[index], value[index], `${where}.${index}`);
}

function* checkRest(schema: unknown, from: number, place: KeywordContext): Generator<Outcome> {
  const { value, where, work } = place;
  if (!Array.isArray(value)) return;
  for (let index = from; index < value.length && work.left >= 0; index += 1)
    yield checkSubschema(place, schema, value[index], `${where}.${index}`);
}

/** Plain values are compared. Whether objects are equal is undecided. */
function checkUnique(work: WorkBudget, values: readonly unknown[], where: string): Outcome {
  work.left -= values.length;
  if (work.left < 0) return undecided;
  const plain = values.filter((value) => typeof value !== 'object' || value === null);
  if (new Set(plain).size < plain.length) return problem('invalid', where, 'contains the same value twice');
  return plain.length < values.length ? undecided : undefined;
}

/** Returns the keys of an object. Listing them costs work. */
function keysOf({ value, work }: KeywordContext): readonly string[] {
  if (!isObject(value) || work.left < 0) return [];
  const keys = Object.keys(value);
  work.left -= keys.length;
  return keys;
}

const sizeOf = (place: KeywordContext): number | undefined =>
  isObject(place.value) ? keysOf(place).length : undefined;

export const objectKeywords: Table = {
  minProperties: bound(sizeOf, isAtLeast, (limit) => `expected at least ${limit} members`),
  maxProperties: bound(sizeOf, isAtMost, (limit) => `expected at most ${limit} members`),
  required: (names, place) => checkRequired(names, place),
  properties: (schemas, place) => combineAll(checkProperties(schemas, place)),
  additionalProperties: (schema, place) => combineAll(checkAdditional(schema, place)),
  patternProperties: undecidedFor(isObject),
  unevaluatedProperties: undecidedFor(isObject),
  propertyNames: (schema, place) => combineAll(checkNames(schema, place)),
  dependentRequired: (table, place) => combineAll(checkDependencies(table, place)),
  dependentSchemas: (table, place) => combineAll(checkDependencies(table, place)),
  dependencies: (table, place) => combineAll(checkDependencies(table, place)),
};

function checkRequired(names: unknown, { work, value, where }: KeywordContext): Outcome {
  if (!Array.isArray(names) || !isObject(value)) return undefined;
  for (const name of names) {
    work.left -= 1;
    if (work.left < 0) return undecided;
    if (typeof name === 'string' && !Object.hasOwn(value, name))
      return problem('invalid', where, `\`${toPrintable(name, 60)}\` is missing`);
  }
  return undefined;
}

const pathOf = ({ where }: KeywordContext, key: string): string => `${where}.${toPrintable(key, 60)}`;

function* checkProperties(schemas: unknown, place: KeywordContext): Generator<Outcome> {
  if (!isObject(schemas) || !isObject(place.value)) return;
  for (const key of keysOf(place))
    if (Object.hasOwn(schemas, key))
      yield checkSubschema(place, schemas[key], place.value[key], pathOf(place, key));
}

/** Checks members that are not named by `properties`. If there are patterns, the result may be undecided. */
function* checkAdditional(schema: unknown, place: KeywordContext): Generator<Outcome> {
  const named = member(place.schema, 'properties');
  const known: JsonObject = isObject(named) ? named : {};
  if (!isObject(place.value) || member(place.schema, 'patternProperties') !== undefined) return;
  for (const key of keysOf(place))
    if (Object.hasOwn(known, key)) continue;
    else if (schema === false) yield problem('invalid', pathOf(place, key), 'no such parameter');
    else yield checkSubschema(place, schema, place.value[key], pathOf(place, key));
}

function* checkNames(schema: unknown, place: KeywordContext): Generator<Outcome> {
  for (const key of keysOf(place)) {
    const outcome = checkSubschema(place, schema, key, place.where);
    yield isViolation(outcome)
      ? problem('invalid', place.where, `\`${toPrintable(key, 60)}\` is not an accepted name`)
      : outcome;
  }
}

function* checkDependencies(table: unknown, place: KeywordContext): Generator<Outcome> {
  if (!isObject(table)) return;
  for (const key of keysOf(place)) {
    if (!Object.hasOwn(table, key)) continue;
    const wanted = table[key];
    yield Array.isArray(wanted)
      ? checkRequired(wanted, place)
      : checkSubschema(place, wanted, place.value, place.where);
  }
}
