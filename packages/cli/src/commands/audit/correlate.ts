// Declared actions against calls that proxies saw. A report belongs to the oldest call of its time that does the same to the same
// resource and that no other report has claimed. What is left over on either side is told.

import type { AuditRecord } from '@claw/audit';
import type { FindDeed } from './resources.js';

/** Reported after it was done; what takes longer is reported as something else. */
export const longestAction = 60 * 60_000;

/** An answer may be quicker than the line that we write about its call. */
const slack = 60_000;

/** A record that has no other side: a report without a call, or a call without a report. */
export interface Uncorrelated {
  readonly record: AuditRecord;
  readonly line: string;
}

interface Waiting extends Uncorrelated {
  readonly time: number;
  readonly resources: readonly string[];
  readonly effects: readonly string[];
}

/** Intents are asked about, not done; they are recorded by our own server, and have no id because no message carries them. */
const isIntent = ({ server, id }: AuditRecord): boolean => server === 'clawdefender' && id === undefined;

/** A call that a proxy let pass. */
const isCall = (record: AuditRecord): boolean =>
  record.kind === 'decision' &&
  record.direction === 'client-to-server' &&
  (record.method === 'tools/call' || record.method === 'resources/read') &&
  (record.decision === 'allow' || record.decision === 'log' || record.observed === true) &&
  !isIntent(record);

/** The records of both sides that have no other, oldest first. Takes records in the order of time, and keeps an hour of them. */
export async function* findUncorrelated(
  lines: AsyncIterable<string>,
  findDeed: FindDeed,
): AsyncGenerator<Uncorrelated> {
  const waiting = new Set<Waiting>();
  // Both sides wait: a report may be written before its call, if only by a moment.
  const sides = { report: new Side(), call: new Side() };
  const sideOf = ({ record }: Uncorrelated) => (record.kind === 'report' ? sides.report : sides.call);
  for await (const line of lines) {
    const record = JSON.parse(line) as AuditRecord;
    if (record.kind !== 'report' && !isCall(record)) continue;
    const one: Waiting = {
      record,
      line,
      time: Date.parse(record.time),
      ...findDeed(record),
    };
    for (const first of waiting) {
      if (first.time + longestAction + slack >= one.time) break;
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

/** The records of one side that wait for one of the other, by what they are about. */
class Side {
  readonly #byResource = new Map<string, Set<Waiting>>();

  add(one: Waiting): void {
    for (const resource of one.resources) {
      const known = this.#byResource.get(resource);
      if (known === undefined) this.#byResource.set(resource, new Set([one]));
      else known.add(one);
    }
  }

  forget(one: Waiting): void {
    for (const resource of one.resources) {
      const known = this.#byResource.get(resource);
      if (known?.delete(one) && known.size === 0) this.#byResource.delete(resource);
    }
  }

  /** The oldest that belongs to a record of the other side; what was found is not found again. */
  find(one: Waiting): Waiting | undefined {
    let oldest: Waiting | undefined;
    for (const resource of one.resources) {
      for (const other of this.#byResource.get(resource) ?? []) {
        if (!belongTogether(other, one)) continue;
        if (oldest === undefined || other.time < oldest.time) oldest = other;
        break;
      }
    }
    if (oldest !== undefined) this.forget(oldest);
    return oldest;
  }
}

function belongTogether(earlier: Waiting, later: Waiting): boolean {
  const [report, call] = later.record.kind === 'report' ? [later, earlier] : [earlier, later];
  const after = report.time - call.time;
  if (after > longestAction || after < -slack) return false;
  return report.effects.length === 0 || report.effects.some((effect) => call.effects.includes(effect));
}
