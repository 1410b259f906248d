// Reads the `[[rule]]` syntax. Rules are evaluated from top to bottom, and the first rule that matches decides. If no
// rule matches, the default is `deny`.

import type { Rule } from '../../model.js';
import type { Problem } from '../diagnostics.js';
import type { OrderedRule } from '../schema/rules.js';
import { isEmpty, RESERVED_NAME, reservedName, toMatch, toRule } from './rule-fields.js';

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
        message:
          name === '' ? 'the rule has an empty name' : `rule ${first} already has the name \`${name}\``,
        help: 'give each rule its own name; errors, limits and the audit log refer to rules by name',
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
