// Logs denials that no stage made, for example of invalid messages. Such input is never forwarded, even if it cannot be
// logged.

import type { AuditEntry, AuditSink } from '@claw/pipeline';
import { systemClock } from './clock.js';

type Denial = Pick<AuditEntry, 'direction' | 'method' | 'rule' | 'reason'> & Partial<AuditEntry>;

/** A `deny` entry with only the given fields set. */
export const denialEntry = (denial: Denial): AuditEntry => ({
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
  ...denial,
});

/** Writes an entry. Failures are ignored here, because the audit log reports them itself. */
export function recordDenial(audit: AuditSink, entry: AuditEntry): void {
  try {
    const written = audit.record(entry);
    audit.group?.commit();
    if (typeof written === 'object') written.then(undefined, () => {});
  } catch {}
}
