// Writes changes through the admin API to the audit log: the record, the fields and the author, but no values.

import type { AdminChange } from '@claw/admin';
import { type AuditLog, openAuditLog } from '@claw/audit';
import { version } from '../../command-line/version.js';
import { reportRemoval } from '../../diagnostics/audit-warnings.js';
import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import { auditFolder } from '../../files/paths.js';
import { describeChange } from './describe-change.js';

export interface AdminLog {
  /** Writes an entry. Throws if that is not possible. */
  record(change: AdminChange): void;
  close(): void;
}

/** Opens the log. `policy` is the file or preset of a running node. */
export function openAdminLog(node: string, diagnostics: Diagnostics, policy?: string): AdminLog {
  const audit: AuditLog = openAuditLog({
    folder: auditFolder(process.env),
    server: 'gateway',
    about: { command: 'gateway', node, ...(policy !== undefined && { policy, mode: 'enforce' }), version },
    key: process.env['CLAWDEFENDER_AUDIT_KEY'],
    onRemoved: reportRemoval(diagnostics),
  });
  return {
    record: (change) => void audit.note('report', { reason: describeChange(change), admin: change }),
    close: () => audit.close(),
  };
}
