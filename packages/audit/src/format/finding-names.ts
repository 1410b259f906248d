// The names of findings, as the index stores them and filters compare them.

import type { AuditRecord } from './record.js';

/** The maximum number of names; filters do not need more. */
const maxNames = 32;

/**
 * The distinct kinds and detectors of the findings of a record, sorted and joined with spaces; empty without
 * findings.
 */
export function findingNames({ findings }: AuditRecord): string {
  // The line is untrusted.
  if (!Array.isArray(findings) || findings.length === 0) return '';
  const names = new Set<string>();
  for (const finding of findings as readonly unknown[]) {
    const { kind, detector } = (finding ?? {}) as { kind?: unknown; detector?: unknown };
    for (const name of [kind, detector])
      if (typeof name === 'string' && names.size < maxNames) names.add(name.replaceAll(' ', '_'));
  }
  return [...names].sort().join(' ');
}
