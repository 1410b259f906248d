// Which place of a source text each place of a derived text came from. Kept as breakpoints: a text that changed in three
// places needs three entries, not one per letter.

/** A stretch of text. */
export type Span = readonly [start: number, end: number];

/** Stretches of a derived text, told in positions of the text that it was made from. */
export interface PositionMap {
  locate(start: number, end: number): Span;
}

/** Collects breakpoints while a text is derived, left to right. */
export class PositionMapBuilder implements PositionMap {
  // Entry i: derived units from at[i] on come from source positions from[i] on; a wide entry is one source span for all.
  // Three numbers for each entry in one block: a text with something hidden behind every letter has millions of them.
  private entries = new Int32Array(24);
  private count = 0;

  /** Derived units from `at` on are copies of the source from `from` on. */
  copy(at: number, from: number): void {
    this.push(at, from, -1);
  }

  /** Derived units from `at` on all come from the span `from`..`until`. */
  span(at: number, from: number, until: number): void {
    this.push(at, from, until);
  }

  locate(start: number, end: number): Span {
    return [this.start(start), Math.max(this.start(start), this.end(end))];
  }

  private start(index: number): number {
    const entry = this.find(index);
    if (entry < 0) return index;
    return this.isSpan(entry) ? this.fromOf(entry) : this.fromOf(entry) + index - this.atOf(entry);
  }

  private end(index: number): number {
    if (index <= 0) return this.start(0);
    const entry = this.find(index - 1);
    if (entry < 0) return index;
    return this.isSpan(entry) ? (this.entries[entry + 2] ?? 0) : this.start(index - 1) + 1;
  }

  private push(at: number, from: number, until: number): void {
    if (this.count === 0 || this.atOf(this.count - 3) !== at) this.count += 3;
    if (this.count > this.entries.length) {
      const larger = new Int32Array(this.entries.length * 2);
      larger.set(this.entries);
      this.entries = larger;
    }
    this.entries[this.count - 3] = at;
    this.entries[this.count - 2] = from;
    this.entries[this.count - 1] = until;
  }

  private isSpan(entry: number): boolean {
    return (this.entries[entry + 2] ?? -1) >= 0;
  }

  private atOf(entry: number): number {
    return this.entries[entry] ?? 0;
  }

  private fromOf(entry: number): number {
    return this.entries[entry + 1] ?? 0;
  }

  private find(index: number): number {
    let low = 0;
    let high = this.count / 3 - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (this.atOf(middle * 3) <= index) low = middle + 1;
      else high = middle - 1;
    }
    return high * 3;
  }
}
