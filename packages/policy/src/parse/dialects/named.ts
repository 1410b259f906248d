// Reads the `[rules.name]` syntax, in which each rule has a `match` table. The rule with the lowest `priority` comes
// first; rules without a priority follow in file order. If no rule matches, the default is `log`.

import type { Rule } from '../../model.js';
import type { Problem } from '../diagnostics.js';
import type { NamedRule } from '../schema/rules.js';
import { EMPTY_NAME_HELP, isEmpty, toMatch, toRule } from './rule-fields.js';

/** Converts named rules, which are given in file order, to rules in the order of evaluation. */
export function readNamed(given: ReadonlyMap<string, NamedRule>, problems: Problem[]): Rule[] {
  const rules = [...given].flatMap(([name, rule]): Rule[] => {
    const source = ['rules', name];
    if (name === '')
      problems.push({
        code: 'duplicate-name',
        message: 'the rule has an empty name',
        help: EMPTY_NAME_HELP,
        path: source,
      });
    const match = rule.match === undefined ? {} : toMatch(rule.match, [...source, 'match'], problems);
    if (isEmpty(match))
      problems.push({
        code: 'empty-rule',
        message:
          rule.match === undefined
            ? `rule \`${name}\` has no \`match\``
            : `the \`match\` of rule \`${name}\` is empty`,
        help: `add \`[rules.${name}.match]\` with at least one key, or \`any = true\``,
        path: rule.match === undefined ? source : [...source, 'match'],
      });
    const read = toRule(rule, name, match, source, problems);
    return read === undefined ? [] : [read];
  });
  const rank = (rule: Rule) => rule.priority ?? Number.POSITIVE_INFINITY;
  return rules
    .map((rule, index) => ({ rule, index }))
    .sort((a, b) => (rank(a.rule) === rank(b.rule) ? a.index - b.index : rank(a.rule) - rank(b.rule)))
    .map(({ rule }) => rule);
}
