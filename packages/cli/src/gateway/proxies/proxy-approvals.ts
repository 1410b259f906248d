// Creates the approvals for one proxy. They are in the shared store and are decided through the admin API.

import { type Approvals, createApprovals } from '@claw/approvals';
import type { AuditLog } from '@claw/audit';
import type { Settings } from '@claw/policy';
import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import { createChannels } from '../../firewall/compose.js';
import { recordApproval } from '../../firewall/ports/record-approval.js';
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
  const channels = createChannels(({ id }) =>
    diagnostics.write({
      level: 'info',
      event: 'approval_pending',
      message: `A call requires approval: ${id}. Decide it with \`POST /api/approvals/${id}\`.`,
      fields: { approval: id },
    }),
  );
  return createApprovals({
    table: store.table,
    get channels() {
      return channels(settings().approval.channels);
    },
    // A caller must not approve its own calls.
    elicitation: false,
    persistent: true,
    origin: url,
    session: audit.session,
    get waitMs() {
      return settings().approval.wait;
    },
    get expiresMs() {
      return settings().approval.expires;
    },
    get onTimeout() {
      return settings().approval.on_timeout;
    },
    onEvent: (approval, late) => recordApproval(audit, approval, late),
    // The session may be running on another node, so it counts as alive; abandoned requests expire.
    isAlive: async () => true,
  });
}
