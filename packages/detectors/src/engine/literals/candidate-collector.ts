// Collects the windows of all targets in a text while its literals are found. A text can consist of literals
// with dozens of targets each, so the last window of each target is stored in typed arrays and not in
// objects.

import {
  CandidateWindows,
  defaultWindowRadius,
  type LiteralTarget,
  neighbourhood,
} from './candidate-windows.js';

/** The targets that each literal belongs to. */
export interface LiteralOwners {
  /** The range of ending `e` in `owners` is `offsets[e]` to `offsets[e + 1]`. */
  readonly offsets: Int32Array;
  /**
   * Alternately a mark and the length of the literal. A mark is the index of a target; for an additional
   * literal of the target, it is the complement of the index.
   */
  readonly owners: Int32Array;
}

/**
 * The window radius of each target, or -1 if the target has a `literalOffset` and therefore known match
 * positions.
 */
export const windowRadii = (targets: readonly LiteralTarget[]): Int32Array =>
  Int32Array.from(targets, ({ literalOffset, windowRadius = defaultWindowRadius }) =>
    literalOffset === undefined ? windowRadius : -1,
  );

/** INVARIANT: callers add the first and the additional literals in the order of their ends. */
export class CandidateCollector {
  private readonly windows: (CandidateWindows | undefined)[] = [];
  /** The targets whose literals were found, in order of occurrence. */
  private readonly met: number[] = [];
  // For each target, the window that may still grow: its start, its end (-1 if there is no window), the
  // number of its literals, whether it is open, and the start of the last additional literal. Earlier
  // additional literals are not stored, because they are further away from later windows.
  private readonly froms: Int32Array;
  private readonly tos: Int32Array;
  private readonly counts: Int32Array;
  private readonly opened: Uint8Array;
  private readonly seconds: Int32Array;

  constructor(
    private readonly targets: readonly LiteralTarget[],
    private readonly reaches: Int32Array,
    private readonly length: number,
  ) {
    const size = targets.length;
    this.froms = new Int32Array(size);
    this.tos = new Int32Array(size).fill(-1);
    this.counts = new Int32Array(size);
    this.opened = new Uint8Array(size);
    this.seconds = new Int32Array(size).fill(-neighbourhood - 1);
  }

  /** Adds the literals that end together at `end`. */
  add({ offsets, owners }: LiteralOwners, ending: number, end: number): void {
    const last = offsets[ending + 1] as number;
    for (let at = offsets[ending] as number; at < last; at += 2) {
      const mark = owners[at] as number;
      const start = end - (owners[at + 1] as number);
      if (mark < 0) this.addSecond(~mark, start);
      else this.addFirst(mark, start, end);
    }
  }

  /** Returns the windows of all targets, in order of occurrence. */
  finish(): ReadonlyMap<number, CandidateWindows> {
    const found = new Map<number, CandidateWindows>();
    for (const target of this.met) {
      this.close(target);
      found.set(target, this.windowsOf(target));
    }
    return found;
  }

  private addFirst(target: number, start: number, end: number): void {
    const reach = this.reaches[target] as number;
    if (reach < 0) {
      const place = start - (this.targets[target]?.literalOffset ?? 0);
      const found = this.windowsOf(target);
      if (place >= 0) found.addStart(place);
      return;
    }
    const from = start > reach ? start - reach : 0;
    const to = end + reach;
    if (from > (this.tos[target] as number)) this.begin(target, from);
    else if (from < (this.froms[target] as number)) this.froms[target] = from;
    this.counts[target] = (this.counts[target] as number) + 1;
    if (to > (this.tos[target] as number)) this.tos[target] = to;
    // An additional literal that was added earlier ended before this literal, so it cannot be after the
    // window.
    if ((this.seconds[target] as number) >= (this.froms[target] as number) - neighbourhood)
      this.opened[target] = 1;
  }

  private addSecond(target: number, start: number): void {
    if (start > (this.seconds[target] as number)) this.seconds[target] = start;
    if (start >= (this.tos[target] as number)) return;
    const from = this.froms[target] as number;
    if (start >= from - neighbourhood) this.opened[target] = 1;
    if (start < from) this.windows[target]?.open(start);
  }

  private begin(target: number, from: number): void {
    this.close(target);
    this.froms[target] = from;
    this.counts[target] = 0;
    this.opened[target] = 0;
  }

  private close(target: number): void {
    const found = this.windowsOf(target);
    const to = this.tos[target] as number;
    if (to === -1) return;
    const isOpened = this.opened[target] === 1;
    found.add(
      this.froms[target] as number,
      Math.min(this.length, to),
      this.counts[target] as number,
      isOpened,
    );
  }

  private windowsOf(target: number): CandidateWindows {
    const known = this.windows[target];
    if (known !== undefined) return known;
    const opened = new CandidateWindows(this.targets[target] as LiteralTarget);
    this.windows[target] = opened;
    this.met.push(target);
    return opened;
  }
}
