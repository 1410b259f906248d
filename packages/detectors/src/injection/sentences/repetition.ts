// Where a text says the same as further up, unit for unit. What was compared for one place is not compared again for the
// next, so that all of it takes no longer than the text is long.

import { writeUnits } from '../../engine/units-of-text.js';

/** A stretch of a text that is the same as the one some distance before it. */
export class Repetition {
  /** How far before it the same stands; 0 when there is no repetition. */
  distance = 0;
  private from = 0;
  private to = 0;
  private readonly units: Uint16Array;

  constructor(text: string) {
    this.units = new Uint16Array(text.length);
    writeUnits(text, this.units);
  }

  /** Whether the repetition that was found last covers units[from..to), too. */
  reaches(from: number, to: number): boolean {
    if (this.distance === 0 || from < this.from) return false;
    if (this.extend(to)) return true;
    this.distance = 0;
    return false;
  }

  /** Whether units[from..to) repeat what stands so far before; if so, that is the repetition from now on. */
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
