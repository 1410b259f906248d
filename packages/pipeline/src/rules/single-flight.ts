// Allows one concurrent call for each cache key. Other calls wait for its result: in the same process by a promise,
// in other processes by a lock in the store. After a timeout, each of them is forwarded to the server.

import { type Awaitable, isPromise } from '@claw/jsonrpc-stream';
import { whenReady } from '../awaitable.js';
import type { Cache, Clock } from '../ports.js';

/** The time that a call waits for another call; it is shorter than the timeout of a stage. */
const MAX_WAIT_MS = 8_000;
/** The lock expires, so that a process that dies does not delay other processes for long. */
const LOCK_MS = 10_000;
const POLL_MS = 50;

/** The call whose result other calls wait for. */
export interface Lead {
  readonly key: string;
  /** Ends the wait. Without a result, one of the waiting calls is forwarded to the server. */
  finish(text: string | undefined): void;
}

interface Flight {
  readonly result: Promise<string | undefined>;
  readonly end: (text: string | undefined) => void;
}

export class SingleFlight {
  readonly #flights = new Map<string, Flight>();

  /**
   * Returns the cached text, or a `Lead` if the caller has to make the call for all waiting calls, or undefined if
   * the caller makes the call only for itself.
   */
  join(key: string, cache: Cache, clock: Clock): Awaitable<string | Lead | undefined> {
    return this.#join(key, cache, clock, clock.now() + MAX_WAIT_MS);
  }

  #join(key: string, cache: Cache, clock: Clock, deadline: number): Awaitable<string | Lead | undefined> {
    return whenReady(cache.get(key), (known) => {
      if (known !== undefined) return known;
      if (clock.now() >= deadline) return undefined;
      const flight = this.#flights.get(key);
      if (flight === undefined) return this.#lead(key, cache, clock, deadline);
      return flight.result.then((text) => text ?? this.#join(key, cache, clock, deadline));
    });
  }

  #lead(key: string, cache: Cache, clock: Clock, deadline: number): Awaitable<string | Lead | undefined> {
    const flight = this.#begin(key, clock);
    const lock = `${key} lock`;
    const lead: Lead = {
      key,
      finish: (text) => {
        flight.end(text);
        // The lock expires if it cannot be removed.
        void ignoreErrors(() => cache.remove(lock));
      },
    };
    const acquire = (): Awaitable<string | Lead | undefined> =>
      whenReady(cache.acquireLock(lock, LOCK_MS), (isOurs) => {
        if (isOurs) return lead;
        if (clock.now() >= deadline) return giveUp();
        return pause(clock).then(() =>
          whenReady(cache.get(key), (text) => {
            if (text === undefined) return acquire();
            flight.end(text);
            return text;
          }),
        );
      });
    const giveUp = () => {
      flight.end(undefined);
      return undefined;
    };
    try {
      const acquired = acquire();
      if (isPromise(acquired))
        return acquired.then(undefined, (error: unknown) => {
          giveUp();
          throw error;
        });
      return acquired;
    } catch (error) {
      giveUp();
      throw error;
    }
  }

  #begin(key: string, clock: Clock): Flight {
    let resolve: (text: string | undefined) => void = () => {};
    const result = new Promise<string | undefined>((settle) => {
      resolve = settle;
    });
    const cancel = clock.after(MAX_WAIT_MS, () => end(undefined));
    const flight: Flight = { result, end: (text) => end(text) };
    const end = (text: string | undefined) => {
      cancel();
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
      resolve(text);
    };
    this.#flights.set(key, flight);
    return flight;
  }
}

const pause = (clock: Clock): Promise<void> =>
  new Promise((resolve) => void clock.after(POLL_MS, () => resolve()));

async function ignoreErrors(act: () => Awaitable<unknown>): Promise<void> {
  try {
    await act();
  } catch {}
}
