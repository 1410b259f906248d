// One schema against one value: references, combinations, then the keywords of the value's own kind. Every step costs one
// unit of work; when none is left, everything ends at once as undecided and the caller says so.

import { allOf, isBroken, maybe, type Outcome, problem } from './outcome.js';
import { checkArray, checkNumber, checkObject, checkString } from './schema-kinds.js';
import { isObject, type JsonObject, member } from './schema-shape.js';
import { checkEnum, checkType } from './schema-values.js';

/** What is left of the work, and the schema that references count from. */
export interface Work {
  left: number;
  readonly root: unknown;
  /** Until draft 7, what stood beside a reference did not count. */
  readonly ignoresSiblings: boolean;
}

/** Work for a schema. */
export function createWork(root: unknown, budget: number): Work {
  const dialect = member(root, '$schema');
  const ignoresSiblings = typeof dialect === 'string' && /draft-0[3-7]/.test(dialect.slice(0, 200));
  return { left: budget, root, ignoresSiblings };
}

/** Looking through a text costs by its length. */
export function chargeText(work: Work, text: string): void {
  work.left -= text.length >> 6;
}

/** Deeper nests of schema and value, references included, are not followed. */
const MAX_DEPTH = 200;

/** Checks a value; `where` is its place with a leading dot. */
export function checkSchema(
  work: Work,
  schema: unknown,
  value: unknown,
  where: string,
  depth: number,
): Outcome {
  work.left -= 1;
  if (work.left < 0) return maybe;
  if (depth > MAX_DEPTH) {
    work.left = -1;
    return maybe;
  }
  if (schema === false) return problem('invalid', where, 'nothing is accepted here');
  if (!isObject(schema)) return undefined;
  const deeper = (inner: unknown, part: unknown, place: string): Outcome =>
    checkSchema(work, inner, part, place, depth + 1);
  return allOf(outcomes(work, schema, value, where, deeper));
}

/** Checks a part of the value, or the value itself, against another schema. */
export type Check = (schema: unknown, value: unknown, where: string) => Outcome;

function* outcomes(
  work: Work,
  schema: JsonObject,
  value: unknown,
  where: string,
  check: Check,
): Generator<Outcome> {
  const reference = member(schema, '$ref');
  if (typeof reference === 'string') {
    yield checkReference(work, reference, value, where, check);
    if (work.ignoresSiblings) return;
  }
  if (member(schema, '$dynamicRef') !== undefined) yield maybe;
  yield checkType(schema, value, where);
  yield checkEnum(work, schema, value, where);
  yield* combinations(schema, value, where, check);
  if (typeof value === 'string') yield checkString(work, schema, value, where);
  else if (typeof value === 'number') yield checkNumber(schema, value, where);
  else if (Array.isArray(value)) yield* checkArray(work, schema, value, where, check);
  else if (isObject(value)) yield* checkObject(work, schema, value, where, check);
}

/** Only references into the same schema are followed: nothing is fetched. */
function checkReference(work: Work, reference: string, value: unknown, where: string, check: Check): Outcome {
  if (reference !== '#' && !reference.startsWith('#/')) return maybe;
  chargeText(work, reference);
  let target: unknown = work.root;
  for (const step of reference.split('/').slice(1)) {
    work.left -= 1;
    const key = unescapeStep(step);
    target = Array.isArray(target) && /^\d{1,6}$/.test(key) ? target[Number(key)] : member(target, key);
    if (target === undefined || work.left < 0) return maybe;
  }
  return check(target, value, where);
}

function unescapeStep(step: string): string {
  let text = step;
  try {
    text = decodeURIComponent(step);
  } catch {
    // A stray per cent sign is meant as one.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}

function* combinations(schema: JsonObject, value: unknown, where: string, check: Check): Generator<Outcome> {
  const all = member(schema, 'allOf');
  if (Array.isArray(all)) for (const one of all) yield check(one, value, where);
  const any = member(schema, 'anyOf');
  if (Array.isArray(any)) yield checkAny(any, value, where, check);
  const one = member(schema, 'oneOf');
  if (Array.isArray(one)) yield checkOne(one, value, where, check);
  const not = member(schema, 'not');
  if (not !== undefined) yield checkNot(check(not, value, where), where);
  const condition = member(schema, 'if');
  if (condition !== undefined) yield checkIf(schema, check(condition, value, where), value, where, check);
}

function checkAny(schemas: readonly unknown[], value: unknown, where: string, check: Check): Outcome {
  let undecided = schemas.length === 0;
  for (const schema of schemas) {
    const outcome = check(schema, value, where);
    if (outcome === undefined) return undefined;
    if (outcome === maybe) undecided = true;
  }
  return undecided ? maybe : problem('invalid', where, 'none of the accepted forms fits');
}

function checkOne(schemas: readonly unknown[], value: unknown, where: string, check: Check): Outcome {
  let met = 0;
  let undecided = schemas.length === 0;
  for (const schema of schemas) {
    const outcome = check(schema, value, where);
    if (outcome === undefined) met += 1;
    if (outcome === maybe) undecided = true;
    if (met > 1) return problem('invalid', where, 'several forms fit where one has to');
  }
  if (undecided) return maybe;
  return met === 1 ? undefined : problem('invalid', where, 'none of the accepted forms fits');
}

function checkNot(outcome: Outcome, where: string): Outcome {
  if (outcome === maybe || isBroken(outcome)) return outcome === maybe ? maybe : undefined;
  return problem('invalid', where, 'a form that is excluded');
}

function checkIf(
  schema: JsonObject,
  condition: Outcome,
  value: unknown,
  where: string,
  check: Check,
): Outcome {
  if (condition === maybe) return maybe;
  const branch = member(schema, isBroken(condition) ? 'else' : 'then');
  return branch === undefined ? undefined : check(branch, value, where);
}
