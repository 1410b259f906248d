// The keywords that are made of other schemas: references, and all, any, one, none of them.

import { allOf, isBroken, maybe, type Outcome, problem } from './outcome.js';
import { member } from './schema-shape.js';
import { chargeText, checkDeeper, type Keyword, type Place } from './schema-work.js';

/** The same value against each schema of a list, one after the other. */
function* each(schemas: unknown, place: Place): Generator<Outcome> {
  if (!Array.isArray(schemas)) return;
  for (const schema of schemas) yield checkDeeper(place, schema, place.value, place.where);
}

export const combinationKeywords: Readonly<Record<string, Keyword>> = {
  $ref: (reference, place) => (typeof reference === 'string' ? checkReference(reference, place) : undefined),
  $dynamicRef: () => maybe,
  $recursiveRef: () => maybe,
  allOf: (schemas, place) => allOf(each(schemas, place)),
  anyOf: (schemas, place) => checkAny(schemas, place),
  oneOf: (schemas, place) => checkOne(schemas, place),
  not: (schema, place) => {
    const outcome = checkDeeper(place, schema, place.value, place.where);
    if (outcome === maybe || isBroken(outcome)) return outcome === maybe ? maybe : undefined;
    return problem('invalid', place.where, 'a form that is excluded');
  },
  if: (schema, place) => {
    const condition = checkDeeper(place, schema, place.value, place.where);
    if (condition === maybe) return maybe;
    const branch = member(place.schema, isBroken(condition) ? 'else' : 'then');
    return checkDeeper(place, branch, place.value, place.where);
  },
};

/** Only references into the same schema are followed: nothing is fetched. */
function checkReference(reference: string, place: Place): Outcome {
  const { work, value, where } = place;
  if (reference !== '#' && !reference.startsWith('#/')) return maybe;
  chargeText(work, reference);
  let target: unknown = work.root;
  for (const step of work.left < 0 ? [] : reference.split('/').slice(1)) {
    work.left -= 1;
    const key = unescapeStep(step);
    target = Array.isArray(target) && /^\d{1,6}$/.test(key) ? target[Number(key)] : member(target, key);
    if (target === undefined) return maybe;
  }
  return checkDeeper(place, target, value, where);
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

function checkAny(schemas: unknown, place: Place): Outcome {
  let result: Outcome;
  for (const outcome of each(schemas, place)) {
    if (outcome === undefined) return undefined;
    if (outcome === maybe) result = maybe;
    else result ??= problem('invalid', place.where, 'none of the accepted forms fits');
  }
  return result;
}

function checkOne(schemas: unknown, place: Place): Outcome {
  let met = 0;
  let other: Outcome;
  for (const outcome of each(schemas, place)) {
    if (outcome === undefined) met += 1;
    else if (outcome === maybe) other = maybe;
    else other ??= problem('invalid', place.where, 'none of the accepted forms fits');
    if (met > 1) return problem('invalid', place.where, 'several forms fit where one has to');
  }
  return met === 1 && other !== maybe ? undefined : other;
}
