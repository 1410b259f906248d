// Counts the hits of all calls that arrive together in one transaction.

import type { Limit } from '@claw/pipeline';
import { type CounterState, countHit, newCounter } from '../count-hit.js';
import { groupHits, type HitGroup, type RetryAfter } from '../group-hits.js';
import type { Connection } from './connection.js';

export function countHits(
  { database, prepared }: Connection,
  limits: readonly Limit[],
): readonly RetryAfter[] {
  const groups = groupHits(limits);
  const counted = new Array<RetryAfter>(limits.length).fill(undefined);
  const [first] = groups;
  if (groups.length === 1 && first !== undefined && areCountedAsAllowed(prepared, first)) return counted;
  // `IMMEDIATE` takes the write lock before the first read, so that two processes cannot increment the same number.
  database.exec('BEGIN IMMEDIATE');
  try {
    for (const { limit, places } of groups) {
      if (areCountedAsAllowed(prepared, { limit, places })) continue;
      // The hits exceed the limit together, or the first one starts the window, so they are counted one by one.
      for (const place of places)
        if (!areCountedAsAllowed(prepared, { limit, places: [place] }))
          counted[place] = countOther(prepared, limit);
    }
    database.exec('COMMIT');
    return counted;
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Counts hits that are all allowed in a running window, which is the most common case. Otherwise, counts none of them
 * and returns false.
 */
function areCountedAsAllowed(
  { countAllowed }: Connection['prepared'],
  { limit: { key, max, windowMs, restartOnHit = false }, places: { length } }: HitGroup,
): boolean {
  const now = Date.now();
  const end = now + windowMs;
  const values = [length, Number(restartOnHit), end, key, max - length, now, now, end];
  return countAllowed.run(values).changes > 0;
}

function countOther({ getCounter, putCounter }: Connection['prepared'], limit: Limit): RetryAfter {
  const before = (getCounter.get(limit.key) as CounterState | undefined) ?? newCounter;
  const { state, retryAfter } = countHit(before, limit, Date.now());
  const { count, windowEnd, refused, bannedUntil } = state;
  putCounter.run(limit.key, count, windowEnd, refused, bannedUntil);
  return retryAfter;
}
