// What became of a question, for the record: by the process that asked, while it lives, and else by whoever answered.

import { type Approval, type Grant, processOfSession } from '@claw/approvals';
import { type AuditLog, isSessionAlive, openAuditLog } from '@claw/audit';
import { auditFolder } from '../places.js';
import { version } from '../version.js';
import { withoutSecrets } from './without-secrets.js';

/** A question or its answer. */
export function recordApproval(
  audit: AuditLog,
  { id, state, subject, scope, by }: Pick<Approval, 'id' | 'state' | 'subject' | 'scope' | 'by'>,
  late: boolean,
): void {
  const { rule } = subject;
  const tool = subject.tool && withoutSecrets(subject.tool);
  const method = withoutSecrets(subject.method);
  try {
    audit.note('approval', { approval: id, state, tool, method, rule, scope, by, late });
  } catch {
    // The decision that follows is recorded as well, and refused when that is not possible.
  }
}

/** What sessions of a log are called. Under other names other programs ask, which keep records of their own. */
const isOfLog = /^\d{8}T\d{6}\.\d{3}Z-\d+-/;

/** An answer to a question whose asker may be gone: then nobody else would write it down. */
export async function recordLateAnswer(approval: Approval): Promise<void> {
  const asker = processOfSession(approval.session);
  if (isOfLog.test(asker) && !(await isSessionAlive(asker))) recordAlone(approval);
}

/** A yes that was taken back. Nobody waits for that, so nobody else records it. */
export const recordRevoked = ({ id, subject, scope }: Approval | Grant, by: string): void =>
  recordAlone({ id, subject, scope, state: 'denied', by: `revoked by ${by}` });

/** A session of one record. */
function recordAlone(approval: Pick<Approval, 'id' | 'state' | 'subject' | 'scope' | 'by'>): void {
  const audit = openAuditLog({
    folder: auditFolder(process.env),
    server: approval.subject.server,
    about: { command: 'approvals', version },
    key: process.env['CLAWDEFENDER_AUDIT_KEY'],
  });
  recordApproval(audit, approval, true);
  audit.close();
}
