// Composes the firewall of one proxy: the active policy with its store, audit log, approvals and kill switch.
// `start.ts` handles messages that arrive before the firewall is ready.

import { type Approval, createApprovals } from '@claw/approvals';
import { isSessionAlive } from '@claw/audit';
import { type AuditEntry, createFirewall } from '@claw/pipeline';
import type { Settings } from '@claw/policy';
import type { StreamAccess } from '@claw/proxy-http';
import type { ConnectInspector, MessageDiagnostic } from '@claw/proxy-stdio';
import { openSqliteStore } from '@claw/store';
import { version } from '../command-line/version.js';
import { warnOnAuditFailure } from '../diagnostics/audit-warnings.js';
import { describeDecision } from '../diagnostics/describe-decision.js';
import type { Diagnostics, ErrorOutput } from '../diagnostics/diagnostics.js';
import { createStoreWarnings } from '../diagnostics/store-warnings.js';
import { killFile, stateFile } from '../files/paths.js';
import { createLinkResolver } from '../files/resolve-links.js';
import type { WatchedKillSwitch } from '../state/kill-switch.js';
import { pinsOfProgram } from '../state/program-pins.js';
import { createDesktopNotifier } from '../terminal/desktop-notification.js';
import { activatePolicy } from './active-policy.js';
import { approvalOptions } from './approval-options.js';
import { createListenerGate } from './check-listener.js';
import { addressOfCurrentMessage } from './client-address.js';
import type { LoadedPolicy } from './load-policy.js';
import { openProxyLog } from './open-proxy-log.js';
import { systemClock } from './ports/clock.js';
import { createDnsResolver } from './ports/dns-resolver.js';
import { maskStrings, maskText } from './ports/mask-secrets.js';
import { denialEntry, recordDenial } from './ports/record-denial.js';

export interface FirewallRequest {
  readonly server: string;
  /** The command or URL of the server. */
  readonly origin: string;
  /** The server that approvals are bound to: the origin, with the current folder if the program depends on it. */
  readonly approvalOrigin: string;
  /** Identifies the program of the server without its version. Tool pins belong to the program. */
  readonly program: string;
  /** The folders in which the server may resolve relative paths. */
  readonly folders: readonly string[];
  /** The file given with `--policy`. */
  readonly policyFile: string | undefined;
  readonly loaded: LoadedPolicy;
  readonly mode: 'enforce' | 'observe';
  readonly killSwitch: WatchedKillSwitch;
  /** True if approvals may be requested through the client; a remote client must not approve its own calls. */
  readonly elicitation: boolean;
  /** True if clients connect over HTTP and may disconnect while the proxy runs. */
  readonly overHttp: boolean;
  readonly output: ErrorOutput;
  readonly diagnostics: Diagnostics;
}

/** The client of a connection; the local user by default. */
export interface Caller {
  readonly identity?: string | undefined;
  /** The address of the current message. */
  readonly address?: () => string | undefined;
  /** Returns the session id if the connection has one; it may be assigned later. */
  readonly session?: () => string | undefined;
}

/** The functions that a proxy calls to enforce a policy. */
export interface Firewall {
  /** Creates the inspector for the connections of one caller. */
  connect(caller?: Caller): ConnectInspector;
  /** The settings of the active policy. */
  settings(): Settings;
  /** Decides which clients may open a stream of server messages over HTTP. */
  readonly listeners: StreamAccess;
  /** Logs input that the relay rejected before any stage could check it. */
  refused(diagnostic: Pick<MessageDiagnostic, 'from' | 'reason'>): void;
  /** Writes the last audit entry and releases all resources. */
  close(): Promise<void>;
}

export async function composeFirewall(request: FirewallRequest): Promise<Firewall> {
  const { server, origin, folders, policyFile, mode, killSwitch, elicitation, overHttp, diagnostics } =
    request;
  const resolveLinks = createLinkResolver();
  const dns = createDnsResolver();
  const active = await activatePolicy({ ...request, named: policyFile, resolveLinks });
  if (mode === 'observe')
    diagnostics.write({
      level: 'warn',
      event: 'observe_mode',
      message:
        'Observe mode (`--mode observe`): denials are only logged. The kill switch still denies calls, and malformed messages are not forwarded.',
    });
  const settings = () => active.policy.settings;
  active.onChange(() => killSwitch.follow(settings().kill_switch.file ?? killFile(process.env)));
  const audit = openProxyLog(
    server,
    {
      // Arguments are masked, because many servers get their API key as an argument.
      command: maskText(origin),
      // Relative paths in calls are resolved from this folder; `policy replay` needs it.
      cwd: process.cwd(),
      ...(folders.length > 0 && { folders }),
      policy: active.source,
      named: policyFile !== undefined,
      mode,
      version,
    },
    settings,
    diagnostics,
  );
  const store = openSqliteStore({
    file: stateFile(process.env),
    onFailure: createStoreWarnings(diagnostics),
  });
  const notify = createDesktopNotifier();
  const pins = pinsOfProgram(store.pins, store.table, server, request.program);
  const announce = ({ id, subject }: Approval) => {
    diagnostics.write({
      level: 'info',
      event: 'approval_pending',
      message: `A call requires approval. Run: clawdefender approvals approve ${id} (or deny)`,
      fields: { approval: id },
    });
    if (settings().approval.notify)
      notify({ title: 'Approval required', body: `${subject.tool ?? subject.method} on ${subject.server}` });
  };
  const approvals = createApprovals(
    approvalOptions(
      { table: store.table, settings, audit, announce },
      {
        elicitation,
        elicits: () => settings().approval.channels.includes('elicitation'),
        persistent: overHttp,
        origin: request.approvalOrigin,
        isAlive: isSessionAlive,
      },
    ),
  );
  const recorded = warnOnAuditFailure(audit, diagnostics);
  const onDecision = (entry: AuditEntry) => {
    const event = describeDecision(entry, server);
    if (event !== undefined) diagnostics.write(event);
  };
  const links = { resolve: resolveLinks };
  const onHandshake = (handshake: object) => audit.introduce(maskStrings(handshake));
  const connect = ({ identity, address, session }: Caller = {}) => {
    const clientAddress = address && addressOfCurrentMessage(address);
    return approvals.wrap(
      createFirewall({
        identity,
        address: clientAddress?.address,
        pipeline: active.pipeline,
        server,
        clock: systemClock,
        mode,
        killSwitch,
        counters: store.counters,
        cache: store.cache,
        states: store.states,
        pins,
        links,
        dns,
        approver: approvals.approver,
        audit: recorded,
        onHandshake,
        onDecision,
      }),
      session,
      clientAddress?.remember,
    );
  };
  // The engines for responses are prepared now, while the server is still starting, so that they do not delay its first
  // response.
  if (settings().responses.enabled) setImmediate(() => active.pipeline().engines.forResponses().prepare());
  return {
    connect,
    settings,
    listeners: createListenerGate({
      pipeline: active.pipeline,
      onChange: active.onChange,
      audit: recorded,
      observed: mode === 'observe',
      onDecision,
    }),
    refused({ from, reason }) {
      const direction = from === 'client' ? 'client-to-server' : 'server-to-client';
      const masked = maskText(reason);
      recordDenial(recorded, denialEntry({ direction, method: 'unknown', rule: 'wire', reason: masked }));
    },
    async close() {
      active.close();
      await approvals.close();
      audit.close();
      await store.close();
    },
  };
}
