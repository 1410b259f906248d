// A circuit breaker: while the upstream is unreachable, calls fail immediately instead of waiting for a timeout.
// Single calls are attempted from time to time, so that the circuit closes when the upstream is available again.

/** The number of consecutive failures that opens the circuit. */
const FAILURE_THRESHOLD = 3;
const FIRST_PAUSE = 1000;
/** The maximum pause is short, because users wait for the service to recover. */
const MAX_PAUSE = 5000;

export class CircuitBreaker {
  readonly #now: () => number;
  #failures = 0;
  #reason = '';
  #pause = FIRST_PAUSE;
  /** The time of the next attempt; only used while the circuit is open. */
  #nextAttempt = 0;
  /** True while one attempt is in progress. */
  #isHalfOpen = false;

  /** `now` returns milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  get isOpen(): boolean {
    return this.#failures >= FAILURE_THRESHOLD;
  }

  /** Returns the reason why a call fails immediately, or undefined if it may be attempted. */
  rejectReason(): string | undefined {
    if (!this.isOpen) return undefined;
    const now = this.#now();
    if (now < this.#nextAttempt) return this.#reason;
    // This call is the trial attempt; other calls fail until its result is known.
    this.#nextAttempt = now + this.#pause;
    this.#isHalfOpen = true;
    return undefined;
  }

  recordSuccess(): void {
    this.#failures = 0;
    this.#pause = FIRST_PAUSE;
    this.#isHalfOpen = false;
  }

  recordFailure(reason: string): void {
    this.#reason = reason;
    this.#failures++;
    if (this.#failures < FAILURE_THRESHOLD) return;
    // Calls that were in progress when the circuit opened fail together and count as one failure.
    if (this.#failures > FAILURE_THRESHOLD && !this.#isHalfOpen) return;
    if (this.#isHalfOpen) this.#pause = Math.min(this.#pause * 2, MAX_PAUSE);
    this.#isHalfOpen = false;
    this.#nextAttempt = this.#now() + this.#pause;
  }
}
