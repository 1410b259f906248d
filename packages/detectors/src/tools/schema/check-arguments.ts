// Validates arguments against the pinned schema. Small and bounded, because schema and arguments are untrusted.
// Parts that cannot be decided (patterns, remote references) count as satisfied.

import { toPrintable } from '../../text/printable.js';
import { checkSchema } from './check-schema.js';
import { type Outcome, problem, type SchemaProblem, undecided } from './outcome.js';
import { createWorkBudget } from './work-budget.js';

/** The limit of steps for one call, which take at most some tenths of a second. */
const BUDGET = 200_000;

/**
 * The error in the arguments of a call, if any. `kind` is `unchecked` if validating would exceed the limit of
 * steps; the caller decides how to treat such a call.
 *
 * @example checkArguments({ type: 'object', required: ['path'] }, {}) // { kind: 'invalid', where: '', text: '`path` is missing' }
 */
export function checkArguments(schema: unknown, value: unknown): SchemaProblem | undefined {
  const work = createWorkBudget(schema, BUDGET, checkSchema);
  const outcome: Outcome = checkSchema(work, schema, value === undefined ? {} : value, '', 0);
  if (work.left < 0)
    return problem('unchecked', '', 'the schema is too large or too deep to check the arguments against');
  if (outcome === undefined || outcome === undecided) return undefined;
  return { ...outcome, where: toPrintable(outcome.where.slice(1), 120) };
}
