// Finds out whether the decision on a logged call may differ from the decision on the real call.

import type { AuditRecord } from '@claw/audit';

/** The text that replaces a masked secret. */
const mask = '[REDACTED]';

/** Rules and stages whose decision depends on more than one call. */
const beyondTheCall: Readonly<Record<string, string>> = {
  kill_switch: 'the kill switch was on',
  chains: 'the decision depended on earlier calls',
  audit: 'its first log entry could not be written',
  'tools.pin': 'the decision depended on the tool definition',
  'tools.poisoning': 'the decision depended on the tool description',
  'tools.shadowing': 'the decision depended on the tools of other servers',
  'tools.schema': 'the decision depended on the tool schema',
  'wire.unknown_tools': 'the decision depended on the tool list of the server',
};

/**
 * Returns the reason why the decision on the real call may differ: the log entry is masked or truncated, or the decision
 * depended on more than the call.
 */
export function doubtAbout({
  rule = '',
  decision,
  method,
  arguments: recorded,
}: AuditRecord): string | undefined {
  const beyond = beyondTheCall[rule];
  if (beyond !== undefined && decision !== 'allow' && decision !== 'log') return beyond;
  if (recorded === undefined)
    return method === 'tools/call'
      ? 'the log entry has no arguments: there were none, or they were too long'
      : undefined;
  if (isCut(recorded)) return 'the arguments were too long for the log';
  return JSON.stringify(recorded).includes(mask) ? 'secrets in the arguments are masked' : undefined;
}

/** True if parameters are incomplete: long ones are logged as the beginning of their text or as a digest. */
const isCut = (recorded: unknown): boolean =>
  recorded !== null &&
  typeof recorded === 'object' &&
  ('truncated' in recorded || ('left_out' in recorded && 'sha256' in recorded));
