// The record of what was refused without being judged: it was no message, or a request that is none. It does not pass in any
// case, so nothing depends on the record.

import type { AuditEntry, AuditSink } from '@claw/pipeline';
import { systemClock } from './clock.js';

type Refusal = Pick<AuditEntry, 'direction' | 'method' | 'rule' | 'reason'> & Partial<AuditEntry>;

/** A decision that says no more than that. */
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

/** A log that takes nothing complains by itself. */
export function recordRefusal(audit: AuditSink, entry: AuditEntry): void {
  try {
    const written = audit.record(entry);
    audit.group?.commit();
    if (typeof written === 'object') written.then(undefined, () => {});
  } catch {}
}
