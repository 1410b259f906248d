// The rules in the trail of a record, except for the rule that decided, as the index stores them and filters
// compare them.

import type { AuditRecord } from './record.js';

/** The maximum number of names; filters do not need more. */
const maxNames = 32;

/** Joined with line breaks; empty if there are none. */
export function otherRuleNames({ rule, trail }: AuditRecord): string {
  // The line is untrusted.
  if (!Array.isArray(trail)) return '';
  const names = new Set<string>();
  for (const step of trail as readonly unknown[]) {
    const { rule: name } = (step ?? {}) as { rule?: unknown };
    if (typeof name === 'string' && name !== rule && name !== 'default' && names.size < maxNames)
      names.add(name.replaceAll('\n', ' '));
  }
  return [...names].join('\n');
}
