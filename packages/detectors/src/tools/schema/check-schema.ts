// Validates one value against one schema, keyword by keyword. Every step costs one unit of work. When no work is
// left, the result is undecided.

import { combinationKeywords } from './combination-keywords.js';
import { isViolation, type Outcome, problem, undecided } from './outcome.js';
import { isObject, member } from './schema-shape.js';
import { arrayKeywords, numberKeywords, objectKeywords, stringKeywords } from './typed-keywords.js';
import { valueKeywords } from './value-keywords.js';
import type { CheckSchema, Keyword, KeywordContext } from './work-budget.js';

const keywords = new Map<string, Keyword>(
  [valueKeywords, combinationKeywords, stringKeywords, numberKeywords, arrayKeywords, objectKeywords].flatMap(
    (table) => Object.entries(table),
  ),
);

/** The maximum nesting of schema and value, including references. */
const MAX_DEPTH = 200;

export const checkSchema: CheckSchema = (work, schema, value, where, depth) => {
  work.left -= 1;
  if (depth > MAX_DEPTH) work.left = -1;
  if (work.left < 0) return undecided;
  if (schema === false) return problem('invalid', where, 'nothing is accepted here');
  if (!isObject(schema)) return undefined;
  const place: KeywordContext = { work, schema, value, where, depth };
  if (work.ignoresSiblings && typeof member(schema, '$ref') === 'string')
    return keywords.get('$ref')?.(schema['$ref'], place);
  let result: Outcome;
  for (const name of Object.keys(schema)) {
    work.left -= 1;
    const outcome = keywords.get(name)?.(schema[name], place);
    if (isViolation(outcome)) return outcome;
    if (outcome === undecided) result = undecided;
    if (work.left < 0) return undecided;
  }
  return result;
};
