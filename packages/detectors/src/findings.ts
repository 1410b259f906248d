// From many matches to a list of findings that says each thing once.

import type { Finding, Severity } from './detector.js';

const ranks: Readonly<Record<Severity, number>> = { low: 0, medium: 1, high: 2, critical: 3 };

/** Longer before shorter, so that whoever covers comes first; then the worse; then by name, for the same answer always. */
function compare(a: Finding, b: Finding): number {
  return (
    a.start - b.start ||
    b.end - a.end ||
    ranks[b.severity] - ranks[a.severity] ||
    (a.detector < b.detector ? -1 : a.detector > b.detector ? 1 : 0)
  );
}

/**
 * Findings in order of position, without those that lie wholly inside another of the same kind. Two that only overlap are
 * both kept: each has a part of its own that must be redacted.
 */
export function resolveFindings(findings: readonly Finding[]): readonly Finding[] {
  const reached = new Map<string, number>();
  return [...findings].sort(compare).filter(({ kind, end }) => {
    if (end <= (reached.get(kind) ?? -1)) return false;
    reached.set(kind, end);
    return true;
  });
}
