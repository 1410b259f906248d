// Counts the hits of all calls that arrive together in one transaction, because a transaction takes longer than
// counting the hits.

import type { Limit } from '@claw/pipeline';
import { type CounterState, countHit, newCounter } from '../count-hit.js';
import type { Connection } from './connection.js';
import type { Connector } from './connector.js';

/** The seconds until a hit is allowed again, or undefined for an allowed hit. */
type RetryAfter = number | undefined;

interface WaitingHit {
  readonly limit: Limit;
  readonly resolve: (retryAfter: RetryAfter) => void;
  readonly reject: (error: unknown) => void;
}

export class HitBatch {
  readonly #connector: Connector;
  #waiting: WaitingHit[] = [];

  constructor(connector: Connector) {
    this.#connector = connector;
  }

  hit(limit: Limit): Promise<RetryAfter> {
    return new Promise((resolve, reject) => {
      // The hits are counted after this event-loop iteration, in which calls on other connections arrive as well.
      if (this.#waiting.length === 0) setImmediate(() => void this.#count());
      this.#waiting.push({ limit, resolve, reject });
    });
  }

  async #count(): Promise<void> {
    const hits = this.#waiting;
    this.#waiting = [];
    try {
      const limits = hits.map(({ limit }) => limit);
      const counted = await this.#connector.run((connection) => countHits(connection, limits));
      for (const [index, { resolve }] of hits.entries()) resolve(counted[index]);
    } catch (error) {
      for (const { reject } of hits) reject(error);
    }
  }
}

/** Hits on one counter with the same limit. */
interface HitGroup {
  readonly limit: Limit;
  /** The positions of the hits in the batch. */
  readonly places: number[];
}

function countHits({ database, prepared }: Connection, limits: readonly Limit[]): readonly RetryAfter[] {
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

/** Groups the hits, so that those of one caller on one rule are counted with one statement. */
function groupHits(limits: readonly Limit[]): readonly HitGroup[] {
  const groups: HitGroup[] = [];
  const latest = new Map<string, HitGroup>();
  for (const [place, limit] of limits.entries()) {
    const group = latest.get(limit.key);
    if (group !== undefined && isSameLimit(group.limit, limit)) {
      group.places.push(place);
      continue;
    }
    const added = { limit, places: [place] };
    groups.push(added);
    latest.set(limit.key, added);
  }
  return groups;
}

const isSameLimit = (one: Limit, other: Limit): boolean => one === other || hasSameNumbers(one, other);

const hasSameNumbers = (one: Limit, other: Limit): boolean =>
  one.max === other.max &&
  one.windowMs === other.windowMs &&
  one.restartOnHit === other.restartOnHit &&
  one.ban?.after === other.ban?.after &&
  one.ban?.ms === other.ban?.ms;

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
