// Changes with their audit entries. The entry comes first: a change that cannot be logged is not made. A change that fails afterwards
// gets a second entry that says so.

import { Problem } from '../http/problem.js';
import type { AroundDecision } from '../routes/approvals.js';
import type { AroundSwitch } from '../routes/kill.js';
import type { AdminChange, GatewayApiPorts } from './ports.js';

type Recorder = Pick<GatewayApiPorts, 'recordChange'> & Partial<Pick<GatewayApiPorts, 'onError'>>;

/** Makes a change after its audit entry. Throws, with nothing changed, when there is no entry. */
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
      // The first entry stands.
      onError?.(recordError as Error);
    }
    throw error;
  }
}

/** Decisions about approvals with their entries. */
export const aroundApprovals =
  (ports: Recorder): AroundDecision =>
  (id, action, by, act) =>
    audited(ports, { action, record: 'approval', id, by }, act);

/** Stopping all calls must work when the audit log does not; letting them pass again must not. */
export const aroundKillSwitch =
  (ports: Recorder): AroundSwitch =>
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
