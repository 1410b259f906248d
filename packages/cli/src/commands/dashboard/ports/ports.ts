// Connects the dashboard to the state folder, the audit log, the policy and the client configurations.

import type { AdminPorts } from '@claw/admin';
import { type RunningProgress, verifyAudit } from '@claw/audit';
import type { Store } from '@claw/store';
import { parseDuration } from '../../../command-line/parse-duration.js';
import { auditFolder } from '../../../files/paths.js';
import { readKillStatus, setKillSwitch } from '../../../state/kill-file.js';
import { findRunningProxies } from '../../status/running.js';
import { approvalPorts, suggestRulesFor } from './approvals.js';
import { policyPorts } from './policy.js';
import { createStatus } from './status.js';
import { toolPorts } from './tools.js';

export function dashboardPorts(store: Store): AdminPorts {
  const folder = auditFolder(process.env);
  const progress: RunningProgress = new Map();
  return {
    approvals: approvalPorts(store, progress),
    suggestRules: (id) => suggestRulesFor(store, id),
    killSwitch: { status: readKillStatus, set: async (on) => void (await setKillSwitch(on)) },
    auditFolder: folder,
    status: createStatus(progress),
    proxies: () => findRunningProxies(process.env, progress),
    policy: policyPorts(folder),
    tools: toolPorts(store),
    verify: () => verifyLog(folder),
    readDuration: parseDuration,
  };
}

async function verifyLog(folder: string): ReturnType<AdminPorts['verify']> {
  const key = process.env['CLAWDEFENDER_AUDIT_KEY'];
  const { ok, sessions, problems } = await verifyAudit(folder, key === undefined ? {} : { key });
  return {
    ok,
    sessions: sessions.length,
    records: sessions.reduce((sum, { records }) => sum + records, 0),
    problems: [
      ...problems.map(({ message }) => message),
      ...sessions.flatMap((one) => one.problems.map(({ message }) => `${one.session}: ${message}`)),
    ].slice(0, 20),
  };
}
