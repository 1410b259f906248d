// Detects records of calls that needed approval. The result is recorded as the decision, but the trail still
// contains the request.

import type { AuditRecord } from './record.js';

/** True if the record is about a call that needed approval, whatever the result. */
export function neededApproval({ decision, trail }: AuditRecord): boolean {
  if (decision === 'prompt') return true;
  // The line is untrusted, so the member may have any type.
  if (!Array.isArray(trail)) return false;
  const verdicts = new Set(trail.map((step: unknown) => (step as { verdict?: unknown } | null)?.verdict));
  // If a stage has denied the call, no approval was requested.
  return verdicts.has('ask') && !verdicts.has('deny');
}
