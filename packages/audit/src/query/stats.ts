// Counts records from the index alone.

import { selectRows } from '../index-file/rows.js';
import { type AuditFilter, comparedMembers } from './filter.js';
import { indexesFor } from './query.js';

/** The number of records for each name. */
export type Tally = Readonly<Record<string, number>>;

export interface AuditStats {
  readonly records: number;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly servers: Tally;
  readonly tools: Tally;
  readonly rules: Tally;
  readonly decisions: Tally;
  readonly kinds: Tally;
}

/**
 * Counts the matching records. Tools and decisions are counted for decisions only, because a reply repeats them;
 * rules are also counted for replies with findings.
 */
export async function auditStats(
  folder: string,
  filter: AuditFilter = {},
  onProgress: (bytes: number) => void = () => {},
): Promise<AuditStats> {
  const tallies = comparedMembers.map(() => new Map<string, number>());
  let records = 0;
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const index of await indexesFor(folder, filter, onProgress)) {
    const { strings } = index.header;
    const decided = strings.indexOf('decision');
    const replied = strings.indexOf('reply');
    const unruled = strings.indexOf('default');
    const counts = comparedMembers.map(() => new Uint32Array(strings.length));
    for await (const rows of selectRows(index, filter)) {
      for (const row of rows) {
        records++;
        from = Math.min(from, row.time);
        to = Math.max(to, row.time);
        comparedMembers.forEach((member, place) => {
          const isOfEveryRecord = member === 'server' || member === 'kind';
          const isDeciding = member === 'rule' && row.kind === replied && row.rule !== unruled;
          if (isOfEveryRecord || isDeciding || row.kind === decided) increment(counts[place], row[member]);
        });
      }
    }
    counts.forEach((count, place) => {
      addAll(tallies[place] as Map<string, number>, strings, count);
    });
  }
  const [servers = {}, tools = {}, rules = {}, decisions = {}, kinds = {}] = tallies.map(byCount);
  const instant = (time: number) => (Number.isFinite(time) ? new Date(time).toISOString() : undefined);
  return { records, from: instant(from), to: instant(to), servers, tools, rules, decisions, kinds };
}

function increment(counts: Uint32Array | undefined, place: number): void {
  if (counts !== undefined) counts[place] = (counts[place] ?? 0) + 1;
}

/** Skips the first string, which is empty and stands for records without a name. */
function addAll(tally: Map<string, number>, strings: readonly string[], counts: Uint32Array): void {
  strings.forEach((name, place) => {
    const count = counts[place] ?? 0;
    if (count > 0 && name !== '') tally.set(name, (tally.get(name) ?? 0) + count);
  });
}

// Names are untrusted: `__proto__` must be stored like any other name.
const byCount = (tally: ReadonlyMap<string, number>): Tally =>
  Object.assign(
    Object.create(null),
    Object.fromEntries([...tally].sort(([, left], [, right]) => right - left)),
  );
