// Logs input that was rejected before any stage could check it, for example invalid JSON. Such input is never
// forwarded, even if it cannot be logged.

import type { AuditEntry, AuditSink } from '@claw/pipeline';
import { systemClock } from './clock.js';

type Refusal = Pick<AuditEntry, 'direction' | 'method' | 'rule' | 'reason'> & Partial<AuditEntry>;

/** A `deny` entry with only the given fields set. */
export const refusalEntry = (refusal: Refusal): AuditEntry => ({
  kind: 'decision',
  time: systemClock.now(),
  id: undefined,
  tool: undefined,
  client: undefined,
  identity: undefined,
  decision: 'deny',
  findings: [],
  trail: [],
  decideUs: 0,
  arguments: undefined,
  callSeq: undefined,
  latencyUs: undefined,
  observed: false,
  ...refusal,
});

/** Writes an entry. Failures are ignored here, because the audit log reports them itself. */
export function recordRefusal(audit: AuditSink, entry: AuditEntry): void {
  try {
    const written = audit.record(entry);
    audit.group?.commit();
    if (typeof written === 'object') written.then(undefined, () => {});
  } catch {}
}
