// Computes statistics for the last minute from new records: decisions per second by result, and the duration of
// decisions.

import type { EventSummary, Statistics } from '@claw/dashboard/types';

const seconds = 60;
/** The maximum number of durations per second; more values would hardly change the percentiles. */
const maxSamples = 50;

interface Second {
  at: number;
  counts: Record<string, number>;
  latencies: number[];
}

export class RecentDecisions {
  readonly #seconds: Second[] = Array.from({ length: seconds }, () => ({ at: 0, counts: {}, latencies: [] }));

  add({ kind, decision, decide_us: microseconds, time }: EventSummary): void {
    if (kind !== 'decision' || decision === undefined) return;
    const second = this.#second(Math.floor(Date.parse(time) / 1000));
    if (second === undefined) return;
    second.counts[decision] = (second.counts[decision] ?? 0) + 1;
    if (microseconds !== undefined && second.latencies.length < maxSamples)
      second.latencies.push(microseconds);
  }

  read(now: number): Statistics {
    const last = Math.floor(now / 1000);
    const recent = Array.from({ length: seconds }, (_, index) => this.#kept(last - seconds + 1 + index));
    const latencies = recent.flatMap((second) => second?.latencies ?? []).sort((left, right) => left - right);
    return {
      perSecond: recent.map((second) => second?.counts ?? {}),
      p50: percentile(latencies, 0.5),
      p95: percentile(latencies, 0.95),
    };
  }

  #kept(at: number): Second | undefined {
    const second = this.#seconds[at % seconds];
    return second?.at === at ? second : undefined;
  }

  /** Returns the second to which a record belongs, or undefined if the record is too old. */
  #second(at: number): Second | undefined {
    const place = ((at % seconds) + seconds) % seconds;
    const kept = this.#seconds[place] as Second;
    if (kept.at === at) return kept;
    if (kept.at > at) return undefined;
    const fresh = { at, counts: {}, latencies: [] };
    this.#seconds[place] = fresh;
    return fresh;
  }
}

/**
 * Returns a percentile of sorted durations, converted from microseconds to milliseconds; null if there are no
 * durations.
 */
const percentile = (sorted: readonly number[], part: number): number | null =>
  sorted.length === 0
    ? null
    : (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] as number) / 1000;
