// Creates entries of the audit log for tests: an allowed call with the given members replaced.

import type { AuditLog } from '@claw/audit';

type AuditEntry = Parameters<AuditLog['record']>[0];

export const entryOf = (tool: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  kind: 'decision',
  time: Date.now(),
  direction: 'client-to-server',
  id: '1',
  method: 'tools/call',
  tool,
  client: undefined,
  identity: undefined,
  decision: 'allow',
  rule: 'r',
  reason: 'because',
  findings: [],
  trail: [],
  decideUs: 1,
  arguments: '{}',
  callSeq: undefined,
  latencyUs: undefined,
  observed: false,
  ...more,
});
