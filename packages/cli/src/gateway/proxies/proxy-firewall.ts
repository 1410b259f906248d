// Composes the firewall of one proxy: the policy in the configuration folder followed by the rules of the proxy, an
// audit log, and approvals.

import type { WireSettings } from '@claw/jsonrpc-stream';
import { type AuditEntry, createFirewall, type FirewallOptions, type Pipeline } from '@claw/pipeline';
import type { Policy } from '@claw/policy';
import type { ConnectCallerInspector, StreamAccess } from '@claw/proxy-http';
import { version } from '../../command-line/version.js';
import { warnOnAuditFailure } from '../../diagnostics/audit-warnings.js';
import { describeDecision } from '../../diagnostics/describe-decision.js';
import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import { createListenerGate } from '../../firewall/check-listener.js';
import { addressOfCurrentMessage } from '../../firewall/client-address.js';
import { openProxyLog } from '../../firewall/open-proxy-log.js';
import { systemClock } from '../../firewall/ports/clock.js';
import { maskStrings, maskText } from '../../firewall/ports/mask-secrets.js';
import { denialEntry, recordDenial } from '../../firewall/ports/record-denial.js';
import { currentWireSettings } from '../../firewall/wire-settings.js';
import type { SharedServices } from '../shared-services.js';
import { countEntries } from './count-entries.js';
import { createProxyApprovals } from './proxy-approvals.js';

export interface ProxyFirewall {
  readonly connect: ConnectCallerInspector;
  readonly wire: WireSettings;
  readonly listeners: StreamAccess;
  /** Logs a denial that no stage made: of an invalid message, or by a check of the gateway. */
  recordDenial(
    entry: Pick<AuditEntry, 'direction' | 'method' | 'rule' | 'reason'> & Partial<AuditEntry>,
  ): void;
  close(): Promise<void>;
}

export interface ProxyFirewallOptions {
  readonly name: string;
  /** The URL of the upstream server. Approvals are bound to it. */
  readonly url: string;
  readonly policy: () => Policy;
  readonly pipeline: () => Pipeline;
  /** Calls back when the pipeline has changed. */
  readonly onChange: (act: () => void) => void;
  readonly counters: NonNullable<FirewallOptions['counters']>;
  readonly cache: NonNullable<FirewallOptions['cache']>;
  readonly pins: NonNullable<FirewallOptions['pins']>;
  readonly states: NonNullable<FirewallOptions['states']>;
}

export function openProxyFirewall(parts: SharedServices, options: ProxyFirewallOptions): ProxyFirewall {
  const { store, killSwitch, resolveLinks, dns } = parts;
  const { name: server, url, policy, pipeline, counters, cache, pins, states } = options;
  const diagnostics = ofProxy(parts.diagnostics, server);
  const settings = () => policy().settings;
  const audit = openProxyLog(
    server,
    {
      command: 'gateway',
      url: maskText(url),
      node: parts.node,
      policy: parts.policy.source,
      mode: 'enforce',
      version,
    },
    settings,
    diagnostics,
  );
  const approvals = createProxyApprovals({ store, url, settings, audit, diagnostics });
  const recorded = countEntries(warnOnAuditFailure(audit, diagnostics), parts.metrics, server);
  const onDecision = (entry: AuditEntry) => {
    const event = describeDecision(entry, server);
    if (event !== undefined) diagnostics.write(event);
  };
  const links = { resolve: resolveLinks };
  const onHandshake: FirewallOptions['onHandshake'] = (handshake) => audit.introduce(maskStrings(handshake));
  return {
    connect(peer, caller) {
      const clientAddress = addressOfCurrentMessage(() => caller.address);
      // Each call without a session is a separate connection, so this object is created often. Copying an object of
      // this size would be slower.
      const firewall = createFirewall({
        pipeline,
        server,
        clock: systemClock,
        mode: 'enforce',
        killSwitch,
        counters,
        cache,
        pins,
        states,
        links,
        dns,
        approver: approvals.approver,
        audit: recorded,
        onHandshake,
        onDecision,
        identity: caller.identity?.id,
        address: clientAddress.address,
      });
      return approvals.wrap(firewall, () => caller.sessionId, clientAddress.remember)(peer);
    },
    wire: currentWireSettings(settings),
    listeners: createListenerGate({
      pipeline,
      onChange: options.onChange,
      audit: recorded,
      observed: false,
      onDecision,
    }),
    recordDenial(denial) {
      const entry = denialEntry({ ...denial, reason: maskText(denial.reason) });
      onDecision(entry);
      recordDenial(recorded, entry);
    },
    async close() {
      await approvals.close();
      audit.close();
    },
  };
}

/** The diagnostics of a gateway with the name of a proxy in each event. */
const ofProxy = (diagnostics: Diagnostics, proxy: string): Diagnostics => ({
  write: (event) =>
    diagnostics.write({
      ...event,
      message: `${proxy}: ${event.message}`,
      fields: { proxy, ...event.fields },
    }),
});
