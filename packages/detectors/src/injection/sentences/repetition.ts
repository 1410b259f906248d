// Detects repetitions of an earlier part of a text. Text that was compared for one sentence is not compared again for
// the next sentence, so the time is linear in the length of the text.

import { writeUnits } from '../../engine/normalize/units-from-text.js';

/** A part of a text that equals an earlier part. */
export class Repetition {
  /** The distance to the earlier part, or 0 if there is no repetition. */
  distance = 0;
  private from = 0;
  private to = 0;
  private readonly units: Uint16Array;

  constructor(text: string) {
    this.units = new Uint16Array(text.length);
    writeUnits(text, this.units);
  }

  /** Tests whether the current repetition covers units[from..to) as well. */
  reaches(from: number, to: number): boolean {
    if (this.distance === 0 || from < this.from) return false;
    if (this.extend(to)) return true;
    this.distance = 0;
    return false;
  }

  /**
   * Tests whether units[from..to) equal the part `distance` units before. If they do, this is the current repetition.
   */
  begins(distance: number, from: number, to: number): boolean {
    this.distance = 0;
    if (from - distance < 0) return false;
    this.distance = distance;
    this.from = from;
    this.to = from;
    if (this.extend(to)) return true;
    this.distance = 0;
    return false;
  }

  private extend(to: number): boolean {
    const { units, distance } = this;
    if (to > units.length) return false;
    let at = this.to;
    while (at < to && units[at] === units[at - distance]) at += 1;
    this.to = Math.max(this.to, at);
    return this.to >= to;
  }
}
