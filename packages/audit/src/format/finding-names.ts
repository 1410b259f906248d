// The names of findings that the index stores and filters compare.

import type { AuditRecord } from './record.js';

/** The maximum number of names; filters do not need more. */
const maxNames = 32;

/**
 * Returns the distinct kinds and detectors of the findings of a record, sorted and joined with spaces, or an empty
 * string.
 */
export function findingNames({ findings }: AuditRecord): string {
  // The member may have any type, because the line is untrusted.
  if (!Array.isArray(findings) || findings.length === 0) return '';
  const names = new Set<string>();
  for (const finding of findings as readonly unknown[]) {
    const { kind, detector } = (finding ?? {}) as { kind?: unknown; detector?: unknown };
    for (const name of [kind, detector])
      if (typeof name === 'string' && names.size < maxNames) names.add(name.replaceAll(' ', '_'));
  }
  return [...names].sort().join(' ');
}
