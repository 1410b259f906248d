// A cache with expiry times and locks with a time limit, which all processes share.

import type { Awaitable, KeyValueTable } from './key-value-table.js';
import { whenReady } from './when-ready.js';

/** Cached values and locks that all processes share. */
export interface SharedCache {
  get(name: string): Awaitable<string | undefined>;
  set(name: string, value: string, milliseconds: number): Awaitable<void>;
  remove(name: string): Awaitable<boolean>;
  /**
   * Returns true for exactly one of several concurrent callers. The lock ends after `milliseconds` or when it is
   * removed.
   */
  acquireLock(name: string, milliseconds: number): Awaitable<boolean>;
}

/** The clocks that all processes with the same table share. */
export interface Clocks {
  /** Returns the milliseconds since 1970. */
  readonly now?: () => number;
  /**
   * Returns the milliseconds of a clock that never goes back; only differences are used. It may restart with the
   * machine; in that case, values expire too early, never too late. Without this clock, values live longer if the
   * system clock is set back.
   */
  readonly monotonicNow?: () => number;
}

export function createSharedCache(
  table: KeyValueTable,
  { now = () => Date.now(), monotonicNow }: Clocks,
): SharedCache {
  const addLifetime = (value: string, milliseconds: number): string => {
    if (monotonicNow === undefined) return value;
    const start = Math.floor(monotonicNow());
    return `${start}-${start + Math.ceil(milliseconds)} ${value}`;
  };
  const unlessExpired = (text: string | undefined): string | undefined =>
    text === undefined || monotonicNow === undefined ? text : readUnexpired(text, monotonicNow());
  const expiry = (milliseconds: number) => now() + milliseconds;
  const lockValue = 'locked';
  return {
    get: (name) => whenReady(table.get('cache', name), unlessExpired),
    set: (name, value, milliseconds) =>
      table.put('cache', name, addLifetime(value, milliseconds), expiry(milliseconds)),
    remove: (name) => table.remove('cache', name),
    acquireLock: (name, milliseconds) =>
      whenReady(
        table.add('cache', name, addLifetime(lockValue, milliseconds), expiry(milliseconds)),
        (isOurs) =>
          isOurs || monotonicNow === undefined
            ? isOurs
            : whenReady(table.get('cache', name), (text) =>
                text === undefined || unlessExpired(text) !== undefined
                  ? false
                  : table.replace(
                      'cache',
                      name,
                      text,
                      addLifetime(lockValue, milliseconds),
                      expiry(milliseconds),
                    ),
              ),
      ),
  };
}

const lifetimePattern = /^(\d+)-(\d+) /;

/**
 * Returns the value, unless it has expired. A value from before a restart of the machine expires by the system clock
 * only.
 */
function readUnexpired(text: string, now: number): string | undefined {
  const [lifetime = '', start, end] = lifetimePattern.exec(text) ?? [];
  const isExpired = lifetime === '' || (Number(start) <= now && Number(end) <= now);
  return isExpired ? undefined : text.slice(lifetime.length);
}
