// Reads the `[[rule]]` syntax. Rules are evaluated from top to bottom, and the first rule that matches decides. If no
// rule matches, the default is `deny`.

import type { Rule } from '../../model.js';
import type { Problem } from '../diagnostics.js';
import type { OrderedRule } from '../schema/rules.js';
import {
  EMPTY_NAME_HELP,
  isEmpty,
  RESERVED_NAME,
  reservedName,
  toMatch,
  toRule,
  UNIQUE_NAME_HELP,
} from './rule-fields.js';

/** Converts ordered rules. */
export function readOrdered(given: readonly (OrderedRule | undefined)[], problems: Problem[]): Rule[] {
  const seen = new Map<string, number>();
  return given.flatMap((rule, index): Rule[] => {
    if (rule === undefined) return [];
    const source = ['rule', index];
    const name = rule.name ?? `rule-${index + 1}`;
    const first = seen.get(name);
    if (first !== undefined || name === '')
      problems.push({
        code: 'duplicate-name',
        ...nameProblem(rule.name, name, { index, first }),
        path: [...source, 'name'],
      });
    if (name === RESERVED_NAME) problems.push(reservedName([...source, 'name']));
    seen.set(name, first ?? index + 1);
    const match = toMatch(rule, source, problems);
    if (isEmpty(match))
      problems.push({
        code: 'empty-rule',
        message: `rule \`${name}\` has no match field`,
        help: 'add at least one field such as `tool = "*"`, or `any = true`',
        path: source,
      });
    const read = toRule(rule, name, match, source, problems);
    return read === undefined ? [] : [read];
  });
}

/** Describes an empty name, or a name that an earlier rule has. A rule without a name is named after its position. */
function nameProblem(
  given: string | undefined,
  name: string,
  { index, first }: { readonly index: number; readonly first: number | undefined },
): Pick<Problem, 'message' | 'help'> {
  if (name === '') return { message: 'the rule has an empty name', help: EMPTY_NAME_HELP };
  return given === undefined
    ? {
        message: `rule ${index + 1} has no name, and its default name \`${name}\` is already the name of rule ${first}`,
        help: 'add a different `name`',
      }
    : { message: `rule ${first} already has the name \`${name}\``, help: UNIQUE_NAME_HELP };
}
