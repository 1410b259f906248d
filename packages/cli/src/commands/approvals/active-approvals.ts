// Lists approvals that the user can still decide, or that are still valid.

import { readdir } from 'node:fs/promises';
import { type Approval, type ApprovalStore, processOfSession } from '@claw/approvals';
import { isSessionAlive } from '@claw/audit';
import { auditFolder } from '../../files/paths.js';

/**
 * Approvals that are pending, and one-time approvals that have not been used. A call is no longer pending if its
 * process was killed.
 */
export async function activeApprovals(approvalStore: ApprovalStore): Promise<readonly Approval[]> {
  const active = (await approvalStore.approvals()).filter(
    ({ state, scope }) => state === 'pending' || (state === 'approved' && scope === 'once'),
  );
  const waiting = active.filter(({ waitsUntil = 0 }) => waitsUntil > Date.now());
  const killed = await killedProcesses(waiting);
  return active.map((approval) =>
    killed.has(processOfSession(approval.session)) ? { ...approval, waitsUntil: undefined } : approval,
  );
}

/**
 * The sessions of this machine whose process was killed. Sessions of other machines have no files here and may still be
 * running.
 */
async function killedProcesses(approvals: readonly Approval[]): Promise<ReadonlySet<string>> {
  const sessions = new Set(approvals.map(({ session }) => processOfSession(session)));
  if (sessions.size === 0) return sessions;
  const files = await readdir(auditFolder(process.env)).catch(() => []);
  for (const session of sessions) {
    const isOurs = files.some((file) => file.startsWith(`${session}.`));
    if (!isOurs || (await isSessionAlive(session))) sessions.delete(session);
  }
  return sessions;
}
