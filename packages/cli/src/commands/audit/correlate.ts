// Compares actions that agents reported with calls that proxies logged. A report matches the oldest unmatched call with
// the same effect on the same resource. Reports without a call and calls without a report are returned.

import type { AuditRecord } from '@claw/audit';
import type { DescribeAction } from './resources.js';

/** The maximum age of a call that a report can match. */
export const maximumDuration = 60 * 60_000;

/** A report may be logged slightly before its call, so the times may differ by this much. */
const clockTolerance = 60_000;

/** A report without a call, or a call without a report. */
export interface Uncorrelated {
  readonly record: AuditRecord;
  readonly line: string;
}

interface Unmatched extends Uncorrelated {
  readonly time: number;
  readonly resources: readonly string[];
  readonly effects: readonly string[];
}

/** True for an intent. Intents are checked but not executed; our own server logs them without a message id. */
const isIntent = ({ server, id }: AuditRecord): boolean => server === 'clawdefender' && id === undefined;

/** True for the report of an agent. Changes to the kill switch and through the admin API are reports without a tool. */
const isAgentReport = ({ kind, tool }: AuditRecord): boolean => kind === 'report' && tool !== undefined;

/** True for a call that a proxy forwarded. */
const isCall = (record: AuditRecord): boolean =>
  record.kind === 'decision' &&
  record.direction === 'client-to-server' &&
  (record.method === 'tools/call' || record.method === 'resources/read') &&
  (record.decision === 'allow' || record.decision === 'log' || record.observed === true) &&
  !isIntent(record);

/**
 * Returns all entries without a match, oldest first. Expects entries in chronological order and holds one hour of them
 * in memory.
 */
export async function* findUncorrelated(
  lines: AsyncIterable<string>,
  describeAction: DescribeAction,
): AsyncGenerator<Uncorrelated> {
  const waiting = new Set<Unmatched>();
  // Entries of both kinds wait for a match, because a report may be logged before its call.
  const sides = { report: new Side(), call: new Side() };
  const sideOf = ({ record }: Uncorrelated) => (record.kind === 'report' ? sides.report : sides.call);
  for await (const line of lines) {
    const record = JSON.parse(line) as AuditRecord;
    if (!isAgentReport(record) && !isCall(record)) continue;
    const one: Unmatched = {
      record,
      line,
      time: Date.parse(record.time),
      ...describeAction(record),
    };
    for (const first of waiting) {
      if (first.time + maximumDuration + clockTolerance >= one.time) break;
      waiting.delete(first);
      sideOf(first).forget(first);
      yield first;
    }
    const other = (record.kind === 'report' ? sides.call : sides.report).find(one);
    if (other !== undefined) waiting.delete(other);
    else {
      waiting.add(one);
      sideOf(one).add(one);
    }
  }
  yield* waiting;
}

/** The unmatched entries of one kind, indexed by resource. */
class Side {
  readonly #byResource = new Map<string, Set<Unmatched>>();

  add(one: Unmatched): void {
    for (const resource of one.resources) {
      const known = this.#byResource.get(resource);
      if (known === undefined) this.#byResource.set(resource, new Set([one]));
      else known.add(one);
    }
  }

  forget(one: Unmatched): void {
    for (const resource of one.resources) {
      const known = this.#byResource.get(resource);
      if (known?.delete(one) && known.size === 0) this.#byResource.delete(resource);
    }
  }

  /** Finds and removes the oldest entry that matches an entry of the other kind. */
  find(one: Unmatched): Unmatched | undefined {
    let oldest: Unmatched | undefined;
    for (const resource of one.resources) {
      for (const other of this.#byResource.get(resource) ?? []) {
        if (!isSameAction(other, one)) continue;
        if (oldest === undefined || other.time < oldest.time) oldest = other;
        break;
      }
    }
    if (oldest !== undefined) this.forget(oldest);
    return oldest;
  }
}

function isSameAction(earlier: Unmatched, later: Unmatched): boolean {
  const [report, call] = later.record.kind === 'report' ? [later, earlier] : [earlier, later];
  const after = report.time - call.time;
  if (after > maximumDuration || after < -clockTolerance) return false;
  return report.effects.length === 0 || report.effects.some((effect) => call.effects.includes(effect));
}
