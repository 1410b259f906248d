// Who may listen to what a server says by itself, by the guards that hold. Over HTTP that begins with a request that is no
// message, so nothing else judges or records it.

import type { AuditEntry, AuditSink, Pipeline } from '@claw/pipeline';
import type { ListenerGate } from '@claw/proxy-http';
import { recordRefusal, refusalEntry } from './refusal-record.js';

export interface ListenerGateParts {
  readonly pipeline: () => Pipeline;
  readonly onChange: ListenerGate['onChange'];
  readonly audit: AuditSink;
  readonly observed: boolean;
  readonly onDecision: (entry: AuditEntry) => void;
}

export function createListenerGate(parts: ListenerGateParts): ListenerGate {
  const { pipeline, onChange, audit, observed, onDecision } = parts;
  return {
    onChange,
    refuse({ address, identity }) {
      const denied = pipeline().judgeListener(address);
      if (denied === undefined) return undefined;
      const { rule, reason } = denied;
      const entry = refusalEntry({
        direction: 'client-to-server',
        // What the era without sessions calls it.
        method: 'subscriptions/listen',
        identity: identity?.id,
        address,
        rule,
        reason,
        observed,
      });
      onDecision(entry);
      recordRefusal(audit, entry);
      return observed ? undefined : `denied by rule \`${rule}\`: ${reason}`;
    },
  };
}
