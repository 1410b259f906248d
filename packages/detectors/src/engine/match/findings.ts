// Sorts matches and removes duplicates.

import type { Finding, Severity } from '../../detector.js';

const ranks: Readonly<Record<Severity, number>> = { low: 0, medium: 1, high: 2, critical: 3 };

/**
 * Compares by start; then longer findings come first, so that covering findings precede covered ones; then by
 * severity; then by name, for a stable order.
 */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    a.start - b.start ||
    b.end - a.end ||
    ranks[b.severity] - ranks[a.severity] ||
    (a.detector < b.detector ? -1 : a.detector > b.detector ? 1 : 0)
  );
}

/** Puts the most severe finding first, for callers that show only one finding. */
export const compareSeverity = (a: Pick<Finding, 'severity'>, b: Pick<Finding, 'severity'>): number =>
  ranks[b.severity] - ranks[a.severity];

const slice = 4_096;

/**
 * Removes findings that are inside another finding of the same kind and not more severe. If findings only
 * overlap, both are kept, because each has a part that must be redacted. Yields the amount of work done since
 * the previous yield.
 */
export function* removeCoveredFindings(sorted: readonly Finding[]): Generator<number, readonly Finding[]> {
  /** For each kind, the maximum end so far of the findings of each severity. */
  const reached = new Map<string, number[]>();
  const kept: Finding[] = [];
  for (let index = 0; index < sorted.length; index += 1) {
    const finding = sorted[index] as Finding;
    const rank = ranks[finding.severity];
    const ends = reached.get(finding.kind) ?? [-1, -1, -1, -1];
    if (farthest(ends, rank) < finding.end) {
      ends[rank] = finding.end;
      reached.set(finding.kind, ends);
      kept.push(finding);
    }
    if (index % slice === slice - 1) yield slice * 4;
  }
  return kept;
}

/** Returns the maximum end so far of the findings with at least this severity. */
function farthest(ends: readonly number[], rank: number): number {
  let most = -1;
  for (let index = rank; index < ends.length; index += 1) most = Math.max(most, ends[index] as number);
  return most;
}
