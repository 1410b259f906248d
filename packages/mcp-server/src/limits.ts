// Implements rate limits for each caller and tool, with fixed windows and atomic counters. A rejected call is not
// counted and does not extend the window, so a caller that waits as long as the response says is accepted again.

import type { Counters } from '@claw/pipeline';

const WINDOW = 60_000;

/** The maximum number of calls of a caller per minute. */
export interface CallLimits {
  readonly checkIntent: number;
  readonly requestPermission: number;
  readonly reportAction: number;
}

export const defaultCallLimits: CallLimits = { checkIntent: 100, requestPermission: 10, reportAction: 1000 };

/**
 * The maximum number of cached windows. When it is reached, the cache is cleared; the counters themselves are in the
 * store.
 */
const MAX_REMEMBERED = 10_000;

export class CallCounter {
  readonly #counters: Counters;
  readonly #limits: CallLimits;
  readonly #now: () => number;
  /** The end of each exhausted window. Until then, the store does not have to be read again. */
  readonly #closedUntil = new Map<string, number>();

  constructor(counters: Counters, limits: CallLimits, now: () => number) {
    this.#counters = counters;
    this.#limits = limits;
    this.#now = now;
  }

  /** Counts one call. Returns the seconds to wait if the limit is reached. */
  async hit(tool: keyof CallLimits, caller: string): Promise<number | undefined> {
    const key = `serve ${tool} ${caller}`;
    const left = (this.#closedUntil.get(key) ?? 0) - this.#now();
    // The time is rounded up, and the second that `#close` subtracted is added. If more than a window remains, the
    // clock was set back.
    if (left > 0 && left <= WINDOW) return Math.ceil(left / 1000) + 1;
    const wait = await this.#counters.hit({ key, max: this.#limits[tool], windowMs: WINDOW });
    if (wait === undefined) this.#closedUntil.delete(key);
    else this.#close(key, wait);
    return wait;
  }

  #close(key: string, seconds: number): void {
    // The wait time was rounded up to whole seconds, so the counter is read again before the last second ends.
    const until = this.#now() + (seconds - 1) * 1000;
    if (this.#closedUntil.size >= MAX_REMEMBERED) this.#closedUntil.clear();
    this.#closedUntil.set(key, until);
  }
}
