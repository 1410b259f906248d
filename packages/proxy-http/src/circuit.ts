// Remembers whether the upstream can be reached. While it cannot, calls fail at once instead of waiting for the next
// timeout; now and then one is let through to try, so that service comes back by itself.

/** So many failures in a row and it counts as down. */
const FAILURES = 3;
const FIRST_PAUSE = 1000;
/** One attempt in so many milliseconds costs nobody anything, and people wait for the service to come back. */
const LONGEST_PAUSE = 5000;

export class Circuit {
  readonly #now: () => number;
  #failures = 0;
  #reason = '';
  #pause = FIRST_PAUSE;
  /** When the next call may try; only meaningful while it is down. */
  #nextTry = 0;
  /** Whether a call is trying now. */
  #isTrying = false;

  /** `now` gives milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  get isDown(): boolean {
    return this.#failures >= FAILURES;
  }

  /** Why a call need not even be tried; undefined when it shall be. */
  refuse(): string | undefined {
    if (!this.isDown) return undefined;
    const now = this.#now();
    if (now < this.#nextTry) return this.#reason;
    // This one tries; until it knows, the others need not.
    this.#nextTry = now + this.#pause;
    this.#isTrying = true;
    return undefined;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#pause = FIRST_PAUSE;
    this.#isTrying = false;
  }

  failed(reason: string): void {
    this.#reason = reason;
    this.#failures++;
    if (this.#failures < FAILURES) return;
    // Calls that were under way when it went down fail together, which says no more than one of them does.
    if (this.#failures > FAILURES && !this.#isTrying) return;
    if (this.#isTrying) this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
    this.#isTrying = false;
    this.#nextTry = this.#now() + this.#pause;
  }
}
