// Detects records of calls that needed approval. They record the result of the approval as the decision, but their
// trail still contains the request.

import type { AuditRecord } from './record.js';

/** Returns true if a record belongs to a call that needed approval, whatever the result. */
export function neededApproval({ decision, trail }: AuditRecord): boolean {
  if (decision === 'prompt') return true;
  // The line is untrusted, so the member may have any type.
  if (!Array.isArray(trail)) return false;
  const verdicts = new Set(trail.map((step: unknown) => (step as { verdict?: unknown } | null)?.verdict));
  // If a stage denied the call, approval was not requested.
  return verdicts.has('ask') && !verdicts.has('deny');
}
