// Logs input that was rejected before any stage could check it, for example invalid JSON. It is never
// forwarded, so a failure to log it changes nothing.

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

/** Failures are ignored here: the audit log reports them itself. */
export function recordRefusal(audit: AuditSink, entry: AuditEntry): void {
  try {
    const written = audit.record(entry);
    audit.group?.commit();
    if (typeof written === 'object') written.then(undefined, () => {});
  } catch {}
}
