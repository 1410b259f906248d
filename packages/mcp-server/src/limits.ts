// How often a caller may call a tool. Fixed windows, counted atomically: a refused call is not counted and makes no window longer,
// so whoever waits as long as the answer says is let in again.

import type { Counters } from '@claw/pipeline';

const WINDOW = 60_000;

/** The calls that a caller has in a minute. */
export interface CallLimits {
  readonly checkIntent: number;
  readonly requestPermission: number;
  readonly reportAction: number;
}

export const defaultCallLimits: CallLimits = { checkIntent: 100, requestPermission: 10, reportAction: 1000 };

/** More callers than that are not remembered; they are counted all the same. */
const MOST_REMEMBERED = 10_000;

export class CallCounter {
  readonly #counters: Counters;
  readonly #limits: CallLimits;
  readonly #now: () => number;
  /** A window that is used up stays so until its end: nobody has to be asked again. */
  readonly #closedUntil = new Map<string, number>();

  constructor(counters: Counters, limits: CallLimits, now: () => number) {
    this.#counters = counters;
    this.#limits = limits;
    this.#now = now;
  }

  /** Counts one call; the seconds to wait when there is none left. */
  async hit(tool: keyof CallLimits, caller: string): Promise<number | undefined> {
    const key = `serve ${tool} ${caller}`;
    const left = (this.#closedUntil.get(key) ?? 0) - this.#now();
    // Rounded up, and the second that `#close` took off. More than a window is left only when the clock was put back.
    if (left > 0 && left <= WINDOW) return Math.ceil(left / 1000) + 1;
    const wait = await this.#counters.hit({ key, max: this.#limits[tool], windowMs: WINDOW });
    if (wait === undefined) this.#closedUntil.delete(key);
    else this.#close(key, wait);
    return wait;
  }

  #close(key: string, seconds: number): void {
    // The answer was rounded up to whole seconds: before the last of them is over the counter is asked again.
    const until = this.#now() + (seconds - 1) * 1000;
    if (this.#closedUntil.size >= MOST_REMEMBERED) this.#closedUntil.clear();
    this.#closedUntil.set(key, until);
  }
}
