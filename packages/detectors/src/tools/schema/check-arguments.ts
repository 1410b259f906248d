// Validates arguments against the pinned schema, with limited work, because the schema and the arguments are
// untrusted. Parts that cannot be decided (patterns, remote references) count as valid.

import { toPrintable } from '../../text/printable.js';
import { checkSchema } from './check-schema.js';
import { type Outcome, problem, type SchemaProblem, undecided } from './outcome.js';
import { createWorkBudget } from './work-budget.js';

/** The maximum number of steps for one call, which take at most some tenths of a second. */
const BUDGET = 200_000;

/**
 * Returns the first problem in the arguments of a call, if any. If validating would exceed the maximum number of
 * steps, the `kind` of the problem is `unchecked`, and the caller decides how to treat the call.
 *
 * @example checkArguments({ type: 'object', required: ['path'] }, {}) // { kind: 'invalid', where: '', text: '`path`
 * is missing' }
 */
export function checkArguments(schema: unknown, value: unknown): SchemaProblem | undefined {
  const work = createWorkBudget(schema, BUDGET, checkSchema);
  const outcome: Outcome = checkSchema(work, schema, value === undefined ? {} : value, '', 0);
  if (work.left < 0)
    return problem('unchecked', '', 'the schema is too large or too deep to check the arguments against');
  if (outcome === undefined || outcome === undecided) return undefined;
  return { ...outcome, where: toPrintable(outcome.where.slice(1), 120) };
}
