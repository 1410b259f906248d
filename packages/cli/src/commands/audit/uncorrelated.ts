// Implements `audit query --uncorrelated`: matches reports with calls, then applies the filters.

import { type AuditFilter, matchesRecord, queryAudit } from '@claw/audit';
import { findUncorrelated, maximumDuration } from './correlate.js';
import { createDescribeAction } from './resources.js';

/** Returns the newest lines that have no match and pass the filter. */
export async function* queryUncorrelated(
  folder: string,
  filter: AuditFilter,
  limit: number | undefined,
  onProgress: (bytes: number) => void,
): AsyncGenerator<string> {
  // The call that matches a report may be before the time range, and the report that matches a call may be after it.
  const since = filter.since === undefined ? undefined : filter.since - maximumDuration;
  const until = filter.until === undefined ? undefined : filter.until + maximumDuration;
  const lines = queryAudit(folder, { since, until }, { onProgress });
  const newest: string[] = [];
  for await (const { record, line } of findUncorrelated(lines, await createDescribeAction())) {
    if (!matchesRecord(filter, record, line)) continue;
    if (limit === undefined) yield line;
    else if (newest.push(line) > limit) newest.shift();
  }
  yield* newest;
}
