// Rate limits for each caller and tool. Fixed windows with atomic counters: a rejected call is not counted and does
// not extend the window, so a caller that waits as long as the response says is accepted again.

import type { Counters } from '@claw/pipeline';

const WINDOW = 60_000;

/** The maximum number of calls of a caller per minute. */
export interface CallLimits {
  readonly checkIntent: number;
  readonly requestPermission: number;
  readonly reportAction: number;
}

export const defaultCallLimits: CallLimits = { checkIntent: 100, requestPermission: 10, reportAction: 1000 };

/** The maximum number of cached windows; calls of further callers are still counted. */
const MOST_REMEMBERED = 10_000;

export class CallCounter {
  readonly #counters: Counters;
  readonly #limits: CallLimits;
  readonly #now: () => number;
  /** An exhausted window stays exhausted until its end, so the store does not have to be read again. */
  readonly #closedUntil = new Map<string, number>();

  constructor(counters: Counters, limits: CallLimits, now: () => number) {
    this.#counters = counters;
    this.#limits = limits;
    this.#now = now;
  }

  /** Counts one call; returns the seconds to wait if the limit is reached. */
  async hit(tool: keyof CallLimits, caller: string): Promise<number | undefined> {
    const key = `serve ${tool} ${caller}`;
    const left = (this.#closedUntil.get(key) ?? 0) - this.#now();
    // Rounded up, plus the second that `#close` subtracted. More than a window remains only if the clock was set
    // back.
    if (left > 0 && left <= WINDOW) return Math.ceil(left / 1000) + 1;
    const wait = await this.#counters.hit({ key, max: this.#limits[tool], windowMs: WINDOW });
    if (wait === undefined) this.#closedUntil.delete(key);
    else this.#close(key, wait);
    return wait;
  }

  #close(key: string, seconds: number): void {
    // The response was rounded up to whole seconds, so the counter is checked again before the last second ends.
    const until = this.#now() + (seconds - 1) * 1000;
    if (this.#closedUntil.size >= MOST_REMEMBERED) this.#closedUntil.clear();
    this.#closedUntil.set(key, until);
  }
}
