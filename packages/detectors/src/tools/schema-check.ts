// One schema against one value: walk the keywords that the schema has, ask the table about each. Every step costs one unit
// of work; when none is left, everything ends at once as undecided and the caller says so.

import { isBroken, maybe, type Outcome, problem } from './outcome.js';
import { combinationKeywords } from './schema-combinations.js';
import { arrayKeywords, numberKeywords, objectKeywords, stringKeywords } from './schema-kinds.js';
import { isObject, member } from './schema-shape.js';
import { valueKeywords } from './schema-values.js';
import type { CheckSchema, Keyword, Place } from './schema-work.js';

const keywords = new Map<string, Keyword>(
  [valueKeywords, combinationKeywords, stringKeywords, numberKeywords, arrayKeywords, objectKeywords].flatMap(
    (table) => Object.entries(table),
  ),
);

/** Deeper nests of schema and value, references included, are not followed. */
const MAX_DEPTH = 200;

/** Checks a value. */
export const checkSchema: CheckSchema = (work, schema, value, where, depth) => {
  work.left -= 1;
  if (depth > MAX_DEPTH) work.left = -1;
  if (work.left < 0) return maybe;
  if (schema === false) return problem('invalid', where, 'nothing is accepted here');
  if (!isObject(schema)) return undefined;
  const place: Place = { work, schema, value, where, depth };
  if (work.ignoresSiblings && typeof member(schema, '$ref') === 'string')
    return keywords.get('$ref')?.(schema['$ref'], place);
  let result: Outcome;
  for (const name of Object.keys(schema)) {
    work.left -= 1;
    const outcome = keywords.get(name)?.(schema[name], place);
    if (isBroken(outcome)) return outcome;
    if (outcome === maybe) result = maybe;
    if (work.left < 0) return maybe;
  }
  return result;
};
