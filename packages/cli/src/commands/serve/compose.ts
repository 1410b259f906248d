// Puts the cooperative server together: the policy in force, the switch, the record and the people, the same that proxies have.

import { randomUUID } from 'node:crypto';
import { type AccessAnswer, Broker } from '@claw/approvals';
import { isSessionAlive, openAuditLog } from '@claw/audit';
import {
  type AskPermission,
  type CallLimits,
  createIntentServer,
  type IntentServer,
  type Permission,
} from '@claw/mcp-server';
import { openMemoryStore, openSqliteStore } from '@claw/store';
import { describeRemoval, tellTrouble } from '../../firewall/audit-trouble.js';
import { systemClock } from '../../firewall/clock.js';
import { createWays } from '../../firewall/compose.js';
import { enforcePolicy } from '../../firewall/policy-in-force.js';
import { recordApproval } from '../../firewall/record-approval.js';
import { readUsablePolicy } from '../../firewall/usable-policy.js';
import { engageOnSignal, watchKillSwitch } from '../../kill-switch.js';
import { createLinkResolver } from '../../links.js';
import { createNameResolver } from '../../name-lookup.js';
import type { Output } from '../../output.js';
import { auditFolder, killFile, stateFile } from '../../places.js';
import { whyOf } from '../../store-trouble.js';
import { version } from '../../version.js';
import { namesFolder } from './names-folder.js';

export interface ServeRequest {
  /** A policy file that was named on the command line. */
  readonly policyFile: string | undefined;
  /** `process`: one caller, who is counted here. `identity`: callers whose counts outlive us. */
  readonly callers: 'process' | 'identity';
  readonly limits?: Partial<CallLimits>;
  readonly output: Output;
}

export interface Serving {
  readonly server: IntentServer;
  /** This process, as a caller and in the record. */
  readonly session: string;
  close(): Promise<void>;
}

const name = 'clawdefender';

/** The server, or undefined when its policy cannot be used; why is on stderr then. */
export async function composeServer({
  policyFile,
  callers,
  limits,
  output,
}: ServeRequest): Promise<Serving | undefined> {
  const wanted = { server: 'serve', named: policyFile, output };
  const usable = await readUsablePolicy(wanted);
  if (usable === undefined) return undefined;
  const followLinks = createLinkResolver();
  const inForce = await enforcePolicy({ ...wanted, usable, followLinks, folders: [] });
  const settings = () => inForce.policy.settings;
  const killSwitchFile = () => settings().kill_switch.file ?? killFile(process.env);
  const killSwitch = watchKillSwitch(killSwitchFile());
  inForce.onChange(() => killSwitch.follow(killSwitchFile()));
  engageOnSignal(killSwitch);
  const { max_size: maxSize, keep } = settings().audit;
  const audit = openAuditLog({
    folder: auditFolder(process.env),
    server: name,
    about: {
      command: 'serve',
      cwd: process.cwd(),
      policy: inForce.source,
      named: policyFile !== undefined,
      version,
    },
    maxSize,
    keep,
    key: process.env['CLAWDEFENDER_AUDIT_KEY'],
    onRemoved: (missing) => output.complain(describeRemoval(missing)),
  });
  const store = openSqliteStore({ file: stateFile(process.env) });
  const ways = createWays((id) =>
    output.complain(`an agent waits for a person: clawdefender approvals approve ${id} (or deny)`),
  );
  const broker = new Broker({
    shelf: store.cells,
    origin: 'clawdefender serve',
    session: audit.session,
    // Read for every question. Never the client itself: whoever asks for permission must not be the one who gives it.
    get channels() {
      return ways(settings().approval.channels);
    },
    waitMs: settings().approval.wait,
    get expiresMs() {
      return settings().approval.expires;
    },
    get onTimeout() {
      return settings().approval.on_timeout;
    },
    onEvent: (answered, late) => recordApproval(audit, answered, late),
    isAlive: isSessionAlive,
  });
  const server = createIntentServer({
    version,
    pipeline: inForce.pipeline,
    surroundings: {
      clock: systemClock,
      killSwitch,
      links: { resolve: followLinks },
      names: createNameResolver(),
    },
    counters: callers === 'process' ? openMemoryStore().counters : store.counters,
    ask: askThrough(broker),
    // Without the store nobody can be asked, and nobody has been.
    hasAgreed: ({ access, identity }) =>
      broker.findAgreement(access, identity).then(
        (answer) => answer !== undefined,
        () => false,
      ),
    log: tellTrouble(audit, (line) => output.complain(line)),
    createId: randomUUID,
    onFailure: complainOnce(output),
    ...(limits !== undefined && { limits }),
  });
  return {
    server,
    session: audit.session,
    async close() {
      await broker.close();
      inForce.close();
      killSwitch.close();
      audit.close();
      await store.close();
    },
  };
}

/** What fails for one call fails for the next, and agents do not tire. */
function complainOnce(output: Output): (error: unknown) => void {
  let last: string | undefined;
  return (error) => {
    const why = whyOf(error);
    if (why !== last) output.complain(`a call failed: ${why}`);
    last = why;
  };
}

/** A person reads the agent's own words, and what exactly a yes would be for. */
const askThrough =
  (broker: Broker): AskPermission =>
  async ({ resource, question, justification, timeoutMs }, withdrawn) =>
    (await namesFolder(resource, question.access))
      ? { granted: false, reason: FOLDER }
      : toPermission(
          await broker.requestAccess({ ...question, message: justification }, withdrawn, timeoutMs),
        );

const NO = 'a person has said no; for ten minutes nobody is asked about it again';

const FOLDER =
  'this is a folder, and a yes would be for everything in it; name one file, or a person will be asked about the call itself';

function toPermission(answer: AccessAnswer): Permission {
  if (answer.kind === 'approved') return { granted: true, scope: answer.scope, expiresAt: answer.expiresAt };
  if (answer.kind === 'declined') return { granted: false, reason: NO };
  if (answer.kind === 'nobody') return { granted: false, reason: answer.reason };
  return {
    granted: false,
    reason: 'nobody has answered yet; the question stays open, so ask again later',
    approvalId: answer.id,
  };
}
