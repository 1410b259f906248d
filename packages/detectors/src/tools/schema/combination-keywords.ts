// Implements the keywords that combine other schemas: references, `allOf`, `anyOf`, `oneOf` and `not`.

import { combineAll, isViolation, type Outcome, problem, undecided } from './outcome.js';
import { member } from './schema-shape.js';
import { chargeForText, checkSubschema, type Keyword, type KeywordContext } from './work-budget.js';

/** Validates the same value against each schema of a list. */
function* each(schemas: unknown, place: KeywordContext): Generator<Outcome> {
  if (!Array.isArray(schemas)) return;
  for (const schema of schemas) yield checkSubschema(place, schema, place.value, place.where);
}

export const combinationKeywords: Readonly<Record<string, Keyword>> = {
  $ref: (reference, place) => (typeof reference === 'string' ? checkReference(reference, place) : undefined),
  $dynamicRef: () => undecided,
  $recursiveRef: () => undecided,
  allOf: (schemas, place) => combineAll(each(schemas, place)),
  anyOf: (schemas, place) => checkAny(schemas, place),
  oneOf: (schemas, place) => checkOne(schemas, place),
  not: (schema, place) => {
    const outcome = checkSubschema(place, schema, place.value, place.where);
    if (outcome === undecided || isViolation(outcome)) return outcome === undecided ? undecided : undefined;
    return problem('invalid', place.where, 'matches an excluded form');
  },
  if: (schema, place) => {
    const condition = checkSubschema(place, schema, place.value, place.where);
    if (condition === undecided) return undecided;
    const branch = member(place.schema, isViolation(condition) ? 'else' : 'then');
    return checkSubschema(place, branch, place.value, place.where);
  },
};

/** Resolves references within the same schema. No schema is downloaded. */
function checkReference(reference: string, place: KeywordContext): Outcome {
  const { work, value, where } = place;
  if (reference !== '#' && !reference.startsWith('#/')) return undecided;
  chargeForText(work, reference);
  let target: unknown = work.root;
  for (const step of work.left < 0 ? [] : reference.split('/').slice(1)) {
    work.left -= 1;
    const key = unescapeStep(step);
    target = Array.isArray(target) && /^\d{1,6}$/.test(key) ? target[Number(key)] : member(target, key);
    if (target === undefined) return undecided;
  }
  return checkSubschema(place, target, value, where);
}

function unescapeStep(step: string): string {
  let text = step;
  try {
    text = decodeURIComponent(step);
  } catch {
    // Invalid percent escapes are not decoded.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}

function checkAny(schemas: unknown, place: KeywordContext): Outcome {
  let result: Outcome;
  for (const outcome of each(schemas, place)) {
    if (outcome === undefined) return undefined;
    if (outcome === undecided) result = undecided;
    else result ??= problem('invalid', place.where, 'no accepted form matches');
  }
  return result;
}

function checkOne(schemas: unknown, place: KeywordContext): Outcome {
  let matched = 0;
  let other: Outcome;
  for (const outcome of each(schemas, place)) {
    if (outcome === undefined) matched += 1;
    else if (outcome === undecided) other = undecided;
    else other ??= problem('invalid', place.where, 'no accepted form matches');
    if (matched > 1)
      return problem('invalid', place.where, 'several accepted forms match, but exactly one must');
  }
  return matched === 1 && other !== undecided ? undefined : other;
}
