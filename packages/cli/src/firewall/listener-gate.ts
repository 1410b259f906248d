// Who may listen to what a server says by itself, by the guards that hold. Over HTTP that begins with a request that is no
// message, so nothing else judges or records it.

import type { AuditEntry, AuditSink, Pipeline } from '@claw/pipeline';
import type { ListenerGate } from '@claw/proxy-http';
import { systemClock } from './clock.js';

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
      const entry: AuditEntry = {
        kind: 'decision',
        time: systemClock.now(),
        direction: 'client-to-server',
        id: undefined,
        // What the era without sessions calls it.
        method: 'subscriptions/listen',
        tool: undefined,
        client: undefined,
        identity: identity?.id,
        address,
        decision: 'deny',
        rule,
        reason,
        findings: [],
        trail: [],
        decideUs: 0,
        arguments: undefined,
        callSeq: undefined,
        latencyUs: undefined,
        observed,
      };
      onDecision(entry);
      record(audit, entry);
      return observed ? undefined : `denied by rule \`${rule}\`: ${reason}`;
    },
  };
}

/** It is refused in any case; a log that takes nothing complains by itself. */
function record(audit: AuditSink, entry: AuditEntry): void {
  try {
    const written = audit.record(entry);
    audit.group?.commit();
    if (typeof written === 'object') written.then(undefined, () => {});
  } catch {}
}
