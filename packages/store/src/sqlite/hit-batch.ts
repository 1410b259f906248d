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

function countHits({ database, prepared }: Connection, limits: readonly Limit[]): readonly RetryAfter[] {
  const [first] = limits;
  if (limits.length === 1 && first !== undefined && isCountedAsAllowed(prepared, first)) return [undefined];
  // `IMMEDIATE` takes the write lock before the first read, so that two processes cannot increment the same number.
  database.exec('BEGIN IMMEDIATE');
  try {
    const counted = limits.map((limit) =>
      isCountedAsAllowed(prepared, limit) ? undefined : countOther(prepared, limit),
    );
    database.exec('COMMIT');
    return counted;
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Counts a hit that is allowed in a running window, which is the most common case. Returns false for all other hits.
 */
function isCountedAsAllowed(
  { countAllowed }: Connection['prepared'],
  { key, max, windowMs, restartOnHit = false }: Limit,
): boolean {
  const now = Date.now();
  const end = now + windowMs;
  return countAllowed.run(Number(restartOnHit), end, key, max, now, now, end).changes > 0;
}

function countOther({ getCounter, putCounter }: Connection['prepared'], limit: Limit): RetryAfter {
  const before = (getCounter.get(limit.key) as CounterState | undefined) ?? newCounter;
  const { state, retryAfter } = countHit(before, limit, Date.now());
  const { count, windowEnd, refused, bannedUntil } = state;
  putCounter.run(limit.key, count, windowEnd, refused, bannedUntil);
  return retryAfter;
}
