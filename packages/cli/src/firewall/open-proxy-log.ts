// Opens the audit log of a proxy. Its limits are read from the settings, because the policy can change.

import { type AuditLog, openAuditLog } from '@claw/audit';
import type { Settings } from '@claw/policy';
import { reportRemoval } from '../diagnostics/audit-warnings.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { auditFolder } from '../files/paths.js';

export const openProxyLog = (
  server: string,
  about: Readonly<Record<string, unknown>>,
  settings: () => Settings,
  diagnostics: Diagnostics,
): AuditLog =>
  openAuditLog({
    folder: auditFolder(process.env),
    server,
    about,
    get maxSize() {
      return settings().audit.max_size;
    },
    get keep() {
      return settings().audit.keep;
    },
    key: process.env['CLAWDEFENDER_AUDIT_KEY'],
    grouped: true,
    onRemoved: reportRemoval(diagnostics),
  });
