// Creates the approvals for one proxy. They are in the shared store and are decided through the admin API.

import { type Approval, type Approvals, createApprovals } from '@claw/approvals';
import type { AuditLog } from '@claw/audit';
import type { Settings } from '@claw/policy';
import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import { approvalOptions } from '../../firewall/approval-options.js';
import type { SharedServices } from '../shared-services.js';

interface ProxyApprovalsOptions {
  readonly store: SharedServices['store'];
  /** The URL of the upstream server. Approvals are bound to it. */
  readonly url: string;
  readonly settings: () => Settings;
  readonly audit: AuditLog;
  readonly diagnostics: Diagnostics;
}

export function createProxyApprovals({
  store,
  url,
  settings,
  audit,
  diagnostics,
}: ProxyApprovalsOptions): Approvals {
  const announce = ({ id }: Approval) =>
    diagnostics.write({
      level: 'info',
      event: 'approval_pending',
      message: `A call requires approval: ${id}. Decide it with \`POST /api/approvals/${id}\`.`,
      fields: { approval: id },
    });
  return createApprovals(
    approvalOptions(
      { table: store.table, settings, audit, announce },
      {
        // A caller must not approve its own calls.
        elicitation: false,
        persistent: true,
        origin: url,
        // The session may be running on another node, so it counts as alive; abandoned requests expire.
        isAlive: async () => true,
      },
    ),
  );
}
