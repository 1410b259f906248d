// Checks clients that open a stream of server messages against the guards of the policy. Over HTTP such a stream begins
// with a GET request, which is not a JSON-RPC message, so no stage checks or logs it.

import type { AuditEntry, AuditSink, Pipeline } from '@claw/pipeline';
import type { StreamAccess } from '@claw/proxy-http';
import { denialEntry, recordDenial } from './ports/record-denial.js';

export interface ListenerGateParts {
  readonly pipeline: () => Pipeline;
  readonly onChange: StreamAccess['onChange'];
  readonly audit: AuditSink;
  readonly observed: boolean;
  readonly onDecision: (entry: AuditEntry) => void;
}

export function createListenerGate(parts: ListenerGateParts): StreamAccess {
  const { pipeline, onChange, audit, observed, onDecision } = parts;
  return {
    onChange,
    denyReason({ address, identity }) {
      const denied = pipeline().checkListener(address);
      if (denied === undefined) return undefined;
      const { rule, reason } = denied;
      const entry = denialEntry({
        direction: 'client-to-server',
        // The protocol version without sessions uses this name for the request.
        method: 'subscriptions/listen',
        identity: identity?.id,
        address,
        rule,
        reason,
        observed,
      });
      onDecision(entry);
      recordDenial(audit, entry);
      return observed ? undefined : `Denied by rule \`${rule}\`: ${reason}`;
    },
  };
}
