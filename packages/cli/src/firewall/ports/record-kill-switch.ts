// Writes changes to the kill switch to the audit log, in the same form as the gateway.

import { openAuditLog } from '@claw/audit';
import { version } from '../../command-line/version.js';
import { auditFolder } from '../../files/paths.js';
import { describeChange } from '../../gateway/admin/describe-change.js';

/** Writes an audit session with a single entry. Returns a warning if that is not possible. */
export function recordKillSwitch(on: boolean, by: string): string | undefined {
  const change = { action: 'change', record: 'kill_switch', id: on ? 'on' : 'off', by } as const;
  try {
    const audit = openAuditLog({
      folder: auditFolder(process.env),
      server: 'clawdefender',
      about: { command: 'kill', version },
      key: process.env['CLAWDEFENDER_AUDIT_KEY'],
    });
    audit.note('report', { reason: describeChange(change), admin: change });
    audit.close();
    return undefined;
  } catch (error) {
    return `The change is not in the audit log, because the log cannot be written: ${(error as Error).message}. Run \`clawdefender doctor\` to find the cause.`;
  }
}
