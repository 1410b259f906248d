// Creates audit log entries as the firewall writes them, for tests of commands that read the log.

import { openAuditLog } from '@claw/audit';
import type { AuditEntry } from '@claw/pipeline';

/** Creates the entry of a call, which is allowed unless specified otherwise. */
export const call = (tool: string, args: object | undefined, more: Partial<AuditEntry> = {}): AuditEntry => ({
  kind: 'decision',
  time: Date.now(),
  direction: 'client-to-server',
  id: '1',
  method: 'tools/call',
  tool,
  client: undefined,
  identity: undefined,
  decision: 'allow',
  rule: 'default',
  reason: 'no rule matched',
  findings: [],
  trail: [],
  decideUs: 1,
  arguments: JSON.stringify(args),
  callSeq: undefined,
  latencyUs: undefined,
  observed: false,
  ...more,
});

/** Writes one session of a proxy with these entries. */
export function recordCalls(
  folder: string,
  entries: readonly AuditEntry[],
  { server = 'files', cwd = '/srv/work' } = {},
): void {
  const log = openAuditLog({ folder, server, about: { cwd } });
  for (const entry of entries) log.record(entry);
  log.close();
}
