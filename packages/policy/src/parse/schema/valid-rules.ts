// Returns the valid rules of an invalid file, at their original positions.
import { isRecord } from '../../facts/is-record.js';
import { type NamedRule, namedRule, type OrderedRule, orderedRule } from './rules.js';

export function validRules(table: Readonly<Record<string, unknown>>): {
  ordered: (OrderedRule | undefined)[];
  named: Map<string, NamedRule>;
} {
  const { rule, rules } = table;
  const ordered = Array.isArray(rule) ? rule.map((one) => orderedRule.safeParse(one).data) : [];
  const named = new Map<string, NamedRule>();
  if (isRecord(rules))
    for (const [name, one] of Object.entries(rules)) {
      const { data } = namedRule.safeParse(one);
      if (data !== undefined) named.set(name, data);
    }
  return { ordered, named };
}
