// Puts the firewall together for one proxy: the policy in force, and everything that the decision needs from outside. See
// `start.ts` for how a proxy gets by until that is done.

import { type Channel, createApprovals, createStoreChannel, createTerminalChannel } from '@claw/approvals';
import { isSessionAlive, openAuditLog } from '@claw/audit';
import { type AuditEntry, createFirewall } from '@claw/pipeline';
import type { Settings } from '@claw/policy';
import type { ListenerGate } from '@claw/proxy-http';
import type { ConnectInspector, Incident, StdioProxyOptions } from '@claw/proxy-stdio';
import { openSqliteStore } from '@claw/store';
import type { WatchedKillSwitch } from '../kill-switch.js';
import { createLinkResolver } from '../links.js';
import { createNameResolver } from '../name-lookup.js';
import type { Output } from '../output.js';
import { auditFolder, killFile, stateFile } from '../places.js';
import { createTroubleTeller } from '../store-trouble.js';
import { version } from '../version.js';
import { describeRemoval, tellTrouble } from './audit-trouble.js';
import { systemClock } from './clock.js';
import { describeDecision } from './decision-log.js';
import { createListenerGate } from './listener-gate.js';
import { liveWire } from './live-wire.js';
import { enforcePolicy } from './policy-in-force.js';
import { recordApproval } from './record-approval.js';
import { recordRefusal, refusalEntry } from './refusal-record.js';
import { rememberAddress } from './remember-address.js';
import type { UsablePolicy } from './usable-policy.js';
import { maskEach, withoutSecrets } from './without-secrets.js';

export interface FirewallRequest {
  readonly server: string;
  /** What starts the server: a yes to one command is no yes to another. */
  readonly origin: string;
  /** Folders among its words: it may read relative paths there. */
  readonly folders: readonly string[];
  /** A policy file that was named on the command line. */
  readonly policyFile: string | undefined;
  /** What that, or the configured file, says. */
  readonly usable: UsablePolicy;
  readonly mode: 'enforce' | 'observe';
  readonly killSwitch: WatchedKillSwitch;
  /** Whether the client may ask its user for us: a caller from elsewhere must not approve itself. */
  readonly asksClient: boolean;
  /** Whether clients come and go while we stay. */
  readonly overHttp: boolean;
  readonly output: Output;
}

/** Who is on the other end of a connection; our own user where nothing is known. */
export interface Caller {
  readonly identity?: string | undefined;
  /** Where the message at hand came from. */
  readonly address?: () => string | undefined;
  /** The session that the connection is, when it is one; it may get its name later. */
  readonly session?: () => string | undefined;
}

/** What a proxy needs to enforce a policy. */
export interface Firewall {
  /** Judges the connections of one caller. */
  connect(caller?: Caller): ConnectInspector;
  readonly wire: NonNullable<StdioProxyOptions['wire']>;
  /** Who may listen on a stream of its own, over HTTP. */
  readonly listeners: ListenerGate;
  /** Hears what was refused before anybody could judge it, for the record. */
  refused(incident: Pick<Incident, 'from' | 'reason'>): void;
  /** Writes the last record and lets go of everything. */
  close(): Promise<void>;
}

export async function composeFirewall(request: FirewallRequest): Promise<Firewall> {
  const { server, origin, folders, policyFile, usable, mode, killSwitch, asksClient, overHttp, output } =
    request;
  const followLinks = createLinkResolver();
  const names = createNameResolver();
  const inForce = await enforcePolicy({ server, named: policyFile, usable, followLinks, folders, output });
  if (mode === 'observe')
    output.complain(`${server}: only observing, as the command line says: nothing is refused`);
  const settings = () => inForce.policy.settings;
  inForce.onChange(() => killSwitch.follow(settings().kill_switch.file ?? killFile(process.env)));
  const audit = openAuditLog({
    folder: auditFolder(process.env),
    server,
    about: {
      // Many servers are given their key there.
      command: withoutSecrets(origin),
      // Relative paths of the calls begin here; whoever judges the record again has to know.
      cwd: process.cwd(),
      ...(folders.length > 0 && { folders }),
      policy: inForce.source,
      named: policyFile !== undefined,
      mode,
      version,
    },
    get maxSize() {
      return settings().audit.max_size;
    },
    get keep() {
      return settings().audit.keep;
    },
    key: process.env['CLAWDEFENDER_AUDIT_KEY'],
    grouped: true,
    onRemoved: (missing) => output.complain(`${server}: ${describeRemoval(missing)}`),
  });
  const store = openSqliteStore({
    file: stateFile(process.env),
    onFailure: createTroubleTeller((line) => output.complain(`${server}: ${line}`)),
  });
  const ways = createWays((id) =>
    output.complain(`${server}: a call waits for a person: clawdefender approvals approve ${id} (or deny)`),
  );
  const approvals = createApprovals({
    shelf: store.cells,
    get channels() {
      return ways(settings().approval.channels);
    },
    elicitation: asksClient,
    outlive: overHttp,
    elicits: () => settings().approval.channels.includes('elicitation'),
    origin,
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
    isAlive: isSessionAlive,
  });
  const recorded = tellTrouble(audit, (line) => output.complain(`${server}: ${line}`));
  const onDecision = (entry: AuditEntry) => {
    const line = describeDecision(entry, server);
    if (line !== undefined) output.complain(`${server}: ${line}`);
  };
  const connect = ({ identity, address, session }: Caller = {}) => {
    const whence = address && rememberAddress(address);
    return approvals.around(
      createFirewall({
        ...(identity !== undefined && { identity }),
        ...(whence !== undefined && { address: whence.address }),
        pipeline: inForce.pipeline,
        server,
        clock: systemClock,
        mode,
        killSwitch,
        counters: store.counters,
        cache: store.values,
        pins: store.pins,
        links: { resolve: followLinks },
        names,
        approver: approvals.approver,
        audit: recorded,
        onGreeting: (greeting) => audit.introduce(maskEach(greeting)),
        onDecision,
      }),
      session,
      whence?.remember,
    );
  };
  return {
    connect,
    wire: liveWire(settings),
    listeners: createListenerGate({
      pipeline: inForce.pipeline,
      onChange: inForce.onChange,
      audit: recorded,
      observed: mode === 'observe',
      onDecision,
    }),
    refused({ from, reason }) {
      const direction = from === 'client' ? 'client-to-server' : 'server-to-client';
      const masked = withoutSecrets(reason);
      recordRefusal(recorded, refusalEntry({ direction, method: 'unknown', rule: 'wire', reason: masked }));
    },
    async close() {
      inForce.close();
      await approvals.close();
      audit.close();
      await store.close();
    },
  };
}

/** Somebody at another terminal has to hear that there is a question. */
const announced = (channel: Channel, announce: (id: string) => void): Channel => ({
  name: channel.name,
  ask(approval, over) {
    announce(approval.id);
    return channel.ask(approval, over);
  },
});

/** Every way to reach a person that the policy names and this process has. */
export function createWays(announce: (id: string) => void) {
  const store = announced(createStoreChannel('cli'), announce);
  // One for all questions: it asks them one after the other.
  const terminal = process.stderr.isTTY ? [createTerminalChannel()] : [];
  return (names: Settings['approval']['channels']): readonly Channel[] => [
    ...(names.includes('cli') || names.includes('dashboard') ? [store] : []),
    ...(names.includes('terminal') ? terminal : []),
  ];
}
