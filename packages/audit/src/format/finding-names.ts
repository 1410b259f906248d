// The names of what the detectors found in a message, as the index keeps them and filters compare them.

import type { AuditRecord } from './record.js';

/** More names than this are of no use in a filter. */
const maxNames = 32;

/** Kinds and detectors of the findings of a record, each once, sorted and joined by spaces; empty without findings. */
export function findingNames({ findings }: AuditRecord): string {
  // Anybody may have written the line.
  if (!Array.isArray(findings) || findings.length === 0) return '';
  const names = new Set<string>();
  for (const finding of findings as readonly unknown[]) {
    const { kind, detector } = (finding ?? {}) as { kind?: unknown; detector?: unknown };
    for (const name of [kind, detector])
      if (typeof name === 'string' && names.size < maxNames) names.add(name.replaceAll(' ', '_'));
  }
  return [...names].sort().join(' ');
}
