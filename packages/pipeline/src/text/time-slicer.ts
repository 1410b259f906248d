// Splits long work into slices, so that other messages are processed in between.

import type { Clock } from '../ports.js';

/** The number of units between two pauses, which take some milliseconds to process. */
const SLICE = 64 * 1024;

export class TimeSlicer {
  readonly #clock: Clock;
  #spent = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds completed units. Returns a promise when other messages should be processed. */
  spend(units: number): Promise<void> | undefined {
    this.#spent += units;
    if (this.#spent < SLICE) return undefined;
    this.#spent = 0;
    return this.#clock.pause();
  }
}
