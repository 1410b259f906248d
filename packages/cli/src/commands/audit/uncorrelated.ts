// The question behind `audit query --uncorrelated`: first both sides are compared, then the filters choose.

import { type AuditFilter, matchesRecord, queryAudit } from '@claw/audit';
import { findUncorrelated, longestAction } from './correlate.js';
import { createFindDeed } from './resources.js';

/** The lines of wanted records that have no other side; the newest so many. */
export async function* queryUncorrelated(
  folder: string,
  filter: AuditFilter,
  limit: number | undefined,
  onProgress: (bytes: number) => void,
): AsyncGenerator<string> {
  // The call of a report may be older than what is asked about, and the report of a call younger.
  const since = filter.since === undefined ? undefined : filter.since - longestAction;
  const until = filter.until === undefined ? undefined : filter.until + longestAction;
  const lines = queryAudit(folder, { since, until }, { onProgress });
  const newest: string[] = [];
  for await (const { record, line } of findUncorrelated(lines, await createFindDeed())) {
    if (!matchesRecord(filter, record, line)) continue;
    if (limit === undefined) yield line;
    else if (newest.push(line) > limit) newest.shift();
  }
  yield* newest;
}
