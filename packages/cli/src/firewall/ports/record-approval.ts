// Writes approvals to the audit log. An approval is written by the process that requested it or, if that process no
// longer runs, by the process that decided on it.

import { type Approval, type Grant, processOfSession } from '@claw/approvals';
import { type AuditLog, isSessionAlive, openAuditLog } from '@claw/audit';
import { version } from '../../command-line/version.js';
import { auditFolder } from '../../files/paths.js';
import { maskText } from './mask-secrets.js';

/** A revoked approval is removed from the store, so this state exists only in the log. */
interface LoggedApproval extends Pick<Approval, 'id' | 'subject' | 'scope' | 'by'> {
  readonly state: Approval['state'] | 'revoked';
}

/** Writes an approval request or its decision. */
export function recordApproval(
  audit: AuditLog,
  { id, state, subject, scope, by }: LoggedApproval,
  late: boolean,
): void {
  const { rule } = subject;
  const tool = subject.tool && maskText(subject.tool);
  const method = maskText(subject.method);
  try {
    audit.note('approval', { approval: id, state, tool, method, rule, scope, by, late });
  } catch {
    // The error is ignored: the decision that follows is logged as well, and the call is denied if that fails.
  }
}

/** Matches the session ids of our audit log. Other programs that request approvals have their own log. */
const auditSessionId = /^\d{8}T\d{6}\.\d{3}Z-\d+-/;

/** Writes a decision if the process that requested the approval no longer runs and cannot write it. */
export async function recordLateDecision(approval: Approval): Promise<void> {
  const session = processOfSession(approval.session);
  if (auditSessionId.test(session) && !(await isSessionAlive(session))) recordInOwnSession(approval);
}

/** Writes that an approval was revoked. No other process logs this. */
export const recordRevoked = ({ id, subject, scope }: Approval | Grant, by: string): void =>
  recordInOwnSession({ id, subject, scope, state: 'revoked', by });

/** Writes an audit session with a single entry. */
function recordInOwnSession(approval: LoggedApproval): void {
  const audit = openAuditLog({
    folder: auditFolder(process.env),
    server: approval.subject.server,
    about: { command: 'approvals', version },
    key: process.env['CLAWDEFENDER_AUDIT_KEY'],
  });
  recordApproval(audit, approval, true);
  audit.close();
}
