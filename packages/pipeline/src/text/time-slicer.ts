// Splits long work into slices, between which other messages run.

import type { Clock } from '../ports.js';

/** Units of work between two pauses: some milliseconds. */
const SLICE = 64 * 1024;

export class TimeSlicer {
  readonly #clock: Clock;
  #spent = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds completed units. Returns a promise if other messages should run. */
  spend(units: number): Promise<void> | undefined {
    this.#spent += units;
    if (this.#spent < SLICE) return undefined;
    this.#spent = 0;
    return this.#clock.pause();
  }
}
