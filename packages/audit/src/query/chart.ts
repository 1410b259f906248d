// Counts decisions by kind for each part of a time span, from the index alone.

import { selectRows } from '../index-file/rows.js';
import type { AuditFilter } from './filter.js';
import { indexesFor } from './query.js';
import type { Tally } from './stats.js';

/** One part of the time span: its start, and the number of decisions of each kind. */
export interface ChartBucket {
  readonly time: string;
  readonly decisions: Tally;
}

/** Divides the time span of the filter into equal parts and counts the decisions in each. */
export async function auditChart(
  folder: string,
  filter: AuditFilter & { readonly since: number; readonly until: number },
  buckets: number,
): Promise<readonly ChartBucket[]> {
  const { since, until } = filter;
  const width = (until - since) / buckets;
  const counts = Array.from({ length: buckets }, () => new Map<string, number>());
  const decided = { kind: 'decision', ...filter };
  for (const index of await indexesFor(folder, decided, () => {})) {
    const { strings } = index.header;
    for await (const rows of selectRows(index, decided)) {
      for (const { time, decision } of rows) {
        const tally = counts[Math.min(buckets - 1, Math.floor((time - since) / width))];
        const name = strings[decision] ?? '';
        if (name !== '') tally?.set(name, (tally.get(name) ?? 0) + 1);
      }
    }
  }
  return counts.map((tally, place) => ({
    time: new Date(since + place * width).toISOString(),
    decisions: Object.fromEntries(tally),
  }));
}
