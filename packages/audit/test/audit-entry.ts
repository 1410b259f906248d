// Creates log entries for tests of the audit log.

import type { AuditEntry } from '@claw/pipeline';

/** An allowed call, with the given members replaced. */
export const auditEntry = (more: Partial<AuditEntry>): AuditEntry => ({
  kind: 'decision',
  time: 0,
  direction: 'client-to-server',
  id: '1',
  method: 'tools/call',
  tool: 'read_file',
  client: 'test',
  identity: undefined,
  decision: 'allow',
  rule: 'projects',
  reason: 'it is a project',
  findings: [],
  trail: [],
  decideUs: 1,
  arguments: undefined,
  callSeq: undefined,
  latencyUs: undefined,
  observed: false,
  ...more,
});
