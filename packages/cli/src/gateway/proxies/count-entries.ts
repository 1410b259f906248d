// Counts the audit log entries of a proxy for metrics.

import type { AuditSink } from '@claw/pipeline';
import type { GatewayMetrics } from '../metrics.js';

/** Wraps an audit log and counts decisions and responses. */
export const countEntries = (
  sink: AuditSink,
  metrics: Pick<GatewayMetrics, 'decided' | 'responded'>,
  proxy: string,
): AuditSink => ({
  record(entry) {
    if (entry.kind === 'decision') metrics.decided(proxy, entry.decision, entry.decideUs / 1e6);
    else if (entry.latencyUs !== undefined) metrics.responded(proxy, entry.latencyUs / 1e6);
    return sink.record(entry);
  },
  count: (direction) => sink.count(direction),
  group: sink.group,
});
