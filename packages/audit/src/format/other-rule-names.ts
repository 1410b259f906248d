// The names of the rules in the trail of a record, except the rule that decided. The index stores them, and filters
// compare them.

import type { AuditRecord } from './record.js';

/** The maximum number of names; filters do not need more. */
const maxNames = 32;

/** Returns the names joined with line breaks, or an empty string. */
export function otherRuleNames({ rule, trail }: AuditRecord): string {
  // The member may have any type, because the line is untrusted.
  if (!Array.isArray(trail)) return '';
  const names = new Set<string>();
  for (const step of trail as readonly unknown[]) {
    const { rule: name } = (step ?? {}) as { rule?: unknown };
    if (typeof name === 'string' && name !== rule && name !== 'default' && names.size < maxNames)
      names.add(name.replaceAll('\n', ' '));
  }
  return [...names].join('\n');
}
