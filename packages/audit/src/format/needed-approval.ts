// A person's answer is recorded as the decision; the trail still knows that there was a question.

import type { AuditRecord } from './record.js';

/** Whether the record is about something that a person had to be asked about, whatever the answer was or will be. */
export function neededApproval({ decision, trail }: AuditRecord): boolean {
  if (decision === 'prompt') return true;
  // A line that somebody else has written may hold anything in its place.
  if (!Array.isArray(trail)) return false;
  const said = new Set(trail.map((step: unknown) => (step as { verdict?: unknown } | null)?.verdict));
  // Where a stage has refused, nobody is asked any more.
  return said.has('ask') && !said.has('deny');
}
