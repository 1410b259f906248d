// The keywords that belong to one kind of value: strings, numbers, arrays, objects.

import { showText } from '../visible.js';
import { isBroken, maybe, type Outcome, problem } from './outcome.js';
import { type Check, chargeText, type Work } from './schema-check.js';
import { isObject, type JsonObject, member } from './schema-shape.js';

function limit(schema: JsonObject, keyword: string): number | undefined {
  const value = member(schema, keyword);
  return typeof value === 'number' ? value : undefined;
}

function checkSize(schema: JsonObject, size: number, what: string, unit: string, where: string): Outcome {
  const [least, most] = [limit(schema, `min${what}`), limit(schema, `max${what}`)];
  if (least !== undefined && size < least)
    return problem('invalid', where, `expected at least ${least} ${unit}`);
  if (most !== undefined && size > most) return problem('invalid', where, `expected at most ${most} ${unit}`);
  return undefined;
}

/** Patterns are not run: nobody proved a stranger's pattern linear. */
export function checkString(work: Work, schema: JsonObject, value: string, where: string): Outcome {
  chargeText(work, value);
  if (work.left < 0) return maybe;
  const sized = checkSize(schema, lengthOf(schema, value), 'Length', 'characters', where);
  return sized ?? (member(schema, 'pattern') === undefined ? undefined : maybe);
}

/** Characters, not units; counted only when it can matter. */
function lengthOf(schema: JsonObject, value: string): number {
  if (limit(schema, 'minLength') === undefined && limit(schema, 'maxLength') === undefined) return 0;
  let pairs = 0;
  for (let index = 1; index < value.length; index += 1) {
    const [before, code] = [value.charCodeAt(index - 1), value.charCodeAt(index)];
    if (code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 && before <= 0xdbff) pairs += 1;
  }
  return value.length - pairs;
}

export function checkNumber(schema: JsonObject, value: number, where: string): Outcome {
  const [least, most] = [limit(schema, 'minimum'), limit(schema, 'maximum')];
  const [above, below] = [limit(schema, 'exclusiveMinimum'), limit(schema, 'exclusiveMaximum')];
  if (least !== undefined && value < least) return problem('invalid', where, `expected ${least} or more`);
  if (most !== undefined && value > most) return problem('invalid', where, `expected ${most} or less`);
  if (above !== undefined && value <= above) return problem('invalid', where, `expected more than ${above}`);
  if (below !== undefined && value >= below) return problem('invalid', where, `expected less than ${below}`);
  const unit = limit(schema, 'multipleOf');
  if (unit === undefined || unit <= 0 || Number.isInteger(value / unit)) return undefined;
  // 0.3 is a multiple of 0.1, whatever binary fractions say about it.
  return Number.isInteger(unit) ? problem('invalid', where, `expected a multiple of ${unit}`) : maybe;
}

export function* checkArray(
  work: Work,
  schema: JsonObject,
  value: readonly unknown[],
  where: string,
  check: Check,
): Generator<Outcome> {
  yield checkSize(schema, value.length, 'Items', 'items', where);
  const items = member(schema, 'items');
  const listed = member(schema, 'prefixItems') ?? (Array.isArray(items) ? items : undefined);
  const first = Array.isArray(listed) ? listed : [];
  const rest = Array.isArray(items) ? member(schema, 'additionalItems') : items;
  for (let index = 0; index < value.length && (index < first.length || rest !== undefined); index += 1) {
    if (work.left < 0) return;
    yield check(index < first.length ? first[index] : rest, value[index], `${where}.${index}`);
  }
  if (member(schema, 'contains') !== undefined || member(schema, 'unevaluatedItems') !== undefined)
    yield maybe;
  if (member(schema, 'uniqueItems') === true) yield checkUnique(work, value, where);
}

/** Plain values are compared; whether two objects are the same is left open. */
function checkUnique(work: Work, values: readonly unknown[], where: string): Outcome {
  work.left -= values.length;
  if (work.left < 0) return maybe;
  const plain = values.filter((value) => typeof value !== 'object' || value === null);
  if (new Set(plain).size < plain.length) return problem('invalid', where, 'the same value twice');
  return plain.length < values.length ? maybe : undefined;
}

export function* checkObject(
  work: Work,
  schema: JsonObject,
  value: JsonObject,
  where: string,
  check: Check,
): Generator<Outcome> {
  const keys = Object.keys(value);
  yield checkSize(schema, keys.length, 'Properties', 'members', where);
  yield checkRequired(work, member(schema, 'required'), value, where);
  const properties = member(schema, 'properties');
  const known = isObject(properties) ? properties : {};
  const byPattern = isObject(member(schema, 'patternProperties'));
  const others = member(schema, 'additionalProperties');
  for (const key of keys) {
    if (work.left < 0) return;
    work.left -= 1;
    const place = `${where}.${showText(key, 60)}`;
    if (Object.hasOwn(known, key)) yield check(known[key], value[key], place);
    // A pattern that we do not run may or may not take this key.
    else if (byPattern) yield maybe;
    else if (others === false) yield problem('invalid', place, 'no such parameter');
    else if (others !== undefined) yield check(others, value[key], place);
  }
  yield* checkNames(member(schema, 'propertyNames'), keys, where, check);
  yield* checkDependencies(work, schema, value, where, check);
  if (member(schema, 'unevaluatedProperties') !== undefined) yield maybe;
}

function checkRequired(work: Work, required: unknown, value: JsonObject, where: string): Outcome {
  if (!Array.isArray(required)) return undefined;
  for (const name of required) {
    work.left -= 1;
    if (work.left < 0) return maybe;
    if (typeof name === 'string' && !Object.hasOwn(value, name))
      return problem('invalid', where, `\`${showText(name, 60)}\` is missing`);
  }
  return undefined;
}

function* checkNames(
  schema: unknown,
  keys: readonly string[],
  where: string,
  check: Check,
): Generator<Outcome> {
  if (schema === undefined) return;
  for (const key of keys) {
    const outcome = check(schema, key, where);
    yield isBroken(outcome)
      ? problem('invalid', where, `\`${showText(key, 60)}\` is no accepted name`)
      : outcome;
  }
}

/** `dependentRequired`, `dependentSchemas`, and their older form. */
function* checkDependencies(
  work: Work,
  schema: JsonObject,
  value: JsonObject,
  where: string,
  check: Check,
): Generator<Outcome> {
  for (const keyword of ['dependentRequired', 'dependentSchemas', 'dependencies']) {
    const table = member(schema, keyword);
    if (!isObject(table)) continue;
    for (const key of Object.keys(value)) {
      work.left -= 1;
      if (work.left < 0) return;
      if (!Object.hasOwn(table, key)) continue;
      const wanted = table[key];
      yield Array.isArray(wanted) ? checkRequired(work, wanted, value, where) : check(wanted, value, where);
    }
  }
}
