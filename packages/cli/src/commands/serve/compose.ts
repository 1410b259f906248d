// Composes the server of `clawdefender serve` from the policy, kill switch, audit log and approvals that proxies use as
// well.

import { randomUUID } from 'node:crypto';
import { type AccessAnswer, type Approval, Broker } from '@claw/approvals';
import { isSessionAlive, openAuditLog } from '@claw/audit';
import {
  type AskPermission,
  type CallLimits,
  createIntentServer,
  type IntentServer,
  type Permission,
} from '@claw/mcp-server';
import { openMemoryStore, openSqliteStore } from '@claw/store';
import { version } from '../../command-line/version.js';
import { reportRemoval, warnOnAuditFailure } from '../../diagnostics/audit-warnings.js';
import { createDiagnostics, type Diagnostics } from '../../diagnostics/diagnostics.js';
import { userMessage } from '../../diagnostics/store-warnings.js';
import { auditFolder, killFile, stateFile } from '../../files/paths.js';
import { createLinkResolver } from '../../files/resolve-links.js';
import { activatePolicy } from '../../firewall/active-policy.js';
import { approvalOptions } from '../../firewall/approval-options.js';
import { loadActivePolicy } from '../../firewall/load-policy.js';
import { systemClock } from '../../firewall/ports/clock.js';
import { createDnsResolver } from '../../firewall/ports/dns-resolver.js';
import { engageOnSignal, watchKillSwitch } from '../../state/kill-switch.js';
import type { Output } from '../../terminal/output.js';
import { isFolder } from './is-folder.js';

export interface ServeRequest {
  /** The file given with `--policy`. */
  readonly policyFile: string | undefined;
  /**
   * `process`: there is one caller, and its limits are counted in memory. `identity`: there are several callers, and
   * their limits are counted in the store.
   */
  readonly callers: 'process' | 'identity';
  readonly limits?: Partial<CallLimits>;
  readonly output: Output;
}

export interface Serving {
  readonly server: IntentServer;
  /** The session of this process in the audit log, which is also its caller id. */
  readonly session: string;
  close(): Promise<void>;
}

const auditName = 'clawdefender';

/** Creates the server; undefined if the policy is invalid. The problem is printed. */
export async function composeServer({
  policyFile,
  callers,
  limits,
  output,
}: ServeRequest): Promise<Serving | undefined> {
  const diagnostics = createDiagnostics(output, 'serve');
  const request = { named: policyFile, output, diagnostics };
  const loaded = await loadActivePolicy(request);
  if (loaded === undefined) return undefined;
  const resolveLinks = createLinkResolver();
  const active = await activatePolicy({ ...request, loaded, resolveLinks, folders: [] });
  const settings = () => active.policy.settings;
  const killSwitchFile = () => settings().kill_switch.file ?? killFile(process.env);
  const killSwitch = watchKillSwitch(killSwitchFile());
  active.onChange(() => killSwitch.follow(killSwitchFile()));
  engageOnSignal(killSwitch);
  const { max_size: maxSize, keep } = settings().audit;
  const audit = openAuditLog({
    folder: auditFolder(process.env),
    server: auditName,
    about: {
      command: 'serve',
      cwd: process.cwd(),
      policy: active.source,
      named: policyFile !== undefined,
      version,
    },
    maxSize,
    keep,
    key: process.env['CLAWDEFENDER_AUDIT_KEY'],
    onRemoved: reportRemoval(diagnostics),
  });
  const store = openSqliteStore({ file: stateFile(process.env) });
  const announce = ({ id }: Approval) =>
    diagnostics.write({
      level: 'info',
      event: 'approval_pending',
      message: `An agent requests permission. Run: clawdefender approvals approve ${id} (or deny)`,
      fields: { approval: id },
    });
  // Approvals are never requested through the client itself, because an agent that requests permission must not grant it.
  const broker = new Broker(
    approvalOptions(
      { table: store.table, settings, audit, announce },
      { origin: 'clawdefender serve', waitMs: settings().approval.wait, isAlive: isSessionAlive },
    ),
  );
  const server = createIntentServer({
    version,
    pipeline: active.pipeline,
    surroundings: {
      clock: systemClock,
      killSwitch,
      links: { resolve: resolveLinks },
      dns: createDnsResolver(),
    },
    counters: callers === 'process' ? openMemoryStore().counters : store.counters,
    ask: requestThrough(broker),
    // If the store cannot be used, there is no earlier approval.
    hasAgreed: ({ access, identity }) =>
      broker.findAgreement(access, identity).then(
        (answer) => answer !== undefined,
        () => false,
      ),
    log: warnOnAuditFailure(audit, diagnostics),
    createId: randomUUID,
    onFailure: reportOnce(diagnostics),
    ...(limits !== undefined && { limits }),
  });
  return {
    server,
    session: audit.session,
    async close() {
      await broker.close();
      active.close();
      killSwitch.close();
      audit.close();
      await store.close();
    },
  };
}

/** Reports each failure only once, because agents repeat failing calls. */
function reportOnce(diagnostics: Diagnostics): (error: unknown) => void {
  let last: string | undefined;
  return (error) => {
    const reason = userMessage(error);
    if (reason !== last)
      diagnostics.write({ level: 'error', event: 'call_failed', message: `A call failed: ${reason}` });
    last = reason;
  };
}

/** Requests an approval that shows the user the justification of the agent and the exact resource. */
const requestThrough =
  (broker: Broker): AskPermission =>
  async ({ resource, question, justification, timeoutMs }, withdrawn) =>
    (await isFolder(resource, question.access))
      ? { granted: false, reason: FOLDER }
      : toPermission(
          await broker.requestAccess({ ...question, message: justification }, withdrawn, timeoutMs),
        );

const DENIED =
  'The user denied the request. For ten minutes, the same request is denied without a new approval request.';

const FOLDER =
  'This is a folder; permission would cover everything in it. Request permission for one file, or make the call, which then requires approval.';

function toPermission(answer: AccessAnswer): Permission {
  if (answer.kind === 'approved') return { granted: true, scope: answer.scope, expiresAt: answer.expiresAt };
  if (answer.kind === 'denied') return { granted: false, reason: DENIED };
  if (answer.kind === 'unavailable') return { granted: false, reason: answer.reason };
  return {
    granted: false,
    reason: 'The approval is still pending. Request the same permission again later.',
    approvalId: answer.id,
  };
}
