// Logs changes in the audit log. The entry is written first, so that a change that cannot be logged is not made. If
// the change then fails, a second entry records the failure.

import { Problem } from '../http/problem.js';
import type { AuditDecision } from '../routes/approvals.js';
import type { AuditSwitch } from '../routes/kill.js';
import type { AdminChange, GatewayApiPorts } from './ports.js';

type Recorder = Pick<GatewayApiPorts, 'recordChange'> & Partial<Pick<GatewayApiPorts, 'onError'>>;

/** Makes a change after writing its audit entry. Throws without changing anything if the entry cannot be written. */
export async function audited<Result>(
  ports: Recorder,
  change: AdminChange,
  act: () => Result | Promise<Result>,
): Promise<Result> {
  const { recordChange, onError } = ports;
  try {
    await recordChange(change);
  } catch (error) {
    onError?.(error as Error);
    throw new Problem(503, 'The audit log entry cannot be written. Nothing was changed.');
  }
  try {
    return await act();
  } catch (error) {
    try {
      await recordChange({ ...change, failed: true });
    } catch (recordError) {
      // The error is only reported, because the first entry remains in the log.
      onError?.(recordError as Error);
    }
    throw error;
  }
}

/** Decides on approvals, and logs the decisions. */
export const auditApprovals =
  (ports: Recorder): AuditDecision =>
  (id, action, by, act) =>
    audited(ports, { action, record: 'approval', id, by }, act);

/** Turns the kill switch on or off. It must turn on even if the audit log fails; turning it off requires an entry. */
export const auditKillSwitch =
  (ports: Recorder): AuditSwitch =>
  async (enabled, by, act) => {
    const change = { action: 'change', record: 'kill_switch', id: enabled ? 'on' : 'off', by } as const;
    if (!enabled) return audited(ports, change, act);
    await act();
    try {
      await ports.recordChange(change);
    } catch (error) {
      ports.onError?.(error as Error);
      throw new Problem(503, 'The kill switch is on, but the audit log entry cannot be written.');
    }
  };
