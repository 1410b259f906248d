// Long work in slices: after so much of it, others go first.

import type { Clock } from '../ports.js';

/** Units of work between two pauses: some milliseconds. */
const SLICE = 64 * 1024;

export class TimeSlicer {
  readonly #clock: Clock;
  #spent = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Some units are done. Something to wait for when it is others' turn. */
  spend(units: number): Promise<void> | undefined {
    this.#spent += units;
    if (this.#spent < SLICE) return undefined;
    this.#spent = 0;
    return this.#clock.pause();
  }
}
