// Stores the parts of a text that a detector or decoder has to examine: the windows around its literals, in
// order, or the possible starts of matches if its literal has a fixed position in a match.

/** A range of text, and the number of literals in it. */
export interface Window {
  readonly start: number;
  readonly end: number;
  readonly hits: number;
}

/** The properties of a detector or decoder that determine windows. */
export interface LiteralTarget {
  readonly literals: readonly string[];
  readonly secondLiterals?: readonly string[];
  readonly secondReach?: number;
  readonly windowRadius?: number;
  readonly literalOffset?: number;
}

/** The maximum length of text that a pattern searches at once, so that the caller can pause. */
const longest = 16_384;
export const defaultWindowRadius = 256;
/** The maximum distance of an additional literal before a window. */
export const neighbourhood = 32;

/** The windows of one target in one text. INVARIANT: the windows are in order and do not overlap. */
export class CandidateWindows {
  /**
   * The possible starts of matches of a target with a `literalOffset`, as pairs of a first and a last
   * position. Ranges are stored because in a run of one letter every position is a possible start.
   */
  readonly starts: number[] = [];
  private readonly froms: number[] = [];
  private readonly tos: number[] = [];
  private readonly counts: number[] = [];
  /** For each window, whether an additional literal is in the window or shortly before it. */
  private readonly opened: boolean[] = [];

  constructor(private readonly target: LiteralTarget) {}

  add(from: number, to: number, count: number, isOpened: boolean): void {
    this.froms.push(from);
    this.tos.push(to);
    this.counts.push(count);
    this.opened.push(isOpened);
  }

  /** Adds a possible start of a match. */
  addStart(place: number): void {
    const { starts } = this;
    const end = starts.length - 1;
    if (end > 0 && place - (starts[end] as number) <= 1) {
      if (place > (starts[end] as number)) starts[end] = place;
    } else starts.push(place, place);
  }

  /** True if no first literal was found. Additional literals alone do not create windows. */
  get isEmpty(): boolean {
    return this.froms.length === 0 && this.starts.length === 0;
  }

  /** True if there is text to examine. */
  get isOpen(): boolean {
    if (this.starts.length > 0) return true;
    return this.target.secondLiterals === undefined ? this.froms.length > 0 : this.opened.includes(true);
  }

  /** Opens the windows that an additional literal at this position belongs to. */
  open(start: number): void {
    for (let last = this.tos.length - 1; last >= 0 && start < (this.tos[last] as number); last -= 1)
      if (start >= (this.froms[last] as number) - neighbourhood) this.opened[last] = true;
  }

  /**
   * Opens the windows that contain an additional literal. Used if the additional literals were not passed to
   * `open`.
   */
  openWhere(holdsSecond: (start: number, end: number) => boolean): void {
    for (let index = 0; index < this.froms.length; index += 1)
      this.opened[index] = holdsSecond(this.froms[index] as number, this.tos[index] as number);
  }

  /**
   * Returns the open windows, extended by `reach` on both sides. Long windows are split into pieces, which
   * overlap by more than the length of a match near a literal.
   */
  pieces(reach = 0, length = 0): readonly Window[] {
    const pieces: Window[] = [];
    const overlap = Math.min(longest / 2, (this.target.windowRadius ?? defaultWindowRadius) * 2);
    let next = this.merge(0, reach, length);
    while (next !== undefined) {
      const { end, hits } = next;
      let { start } = next;
      while (end - start > longest) {
        pieces.push({ start, end: start + longest, hits });
        start += longest - overlap;
      }
      pieces.push({ start, end, hits });
      next = this.merge(next.index, reach, length);
    }
    return pieces;
  }

  /**
   * Returns the first open window from an index on, merged with the following windows that it overlaps after
   * the extension.
   */
  private merge(first: number, reach: number, length: number): (Window & { index: number }) | undefined {
    let found: { start: number; end: number; hits: number } | undefined;
    let index = first;
    for (; index < this.froms.length; index += 1) {
      if (this.target.secondLiterals !== undefined && this.opened[index] !== true) continue;
      const start = Math.max(0, (this.froms[index] as number) - reach);
      const to = this.tos[index] as number;
      const end = reach === 0 ? to : Math.min(length, to + reach);
      if (found === undefined) found = { start, end, hits: this.counts[index] as number };
      else if (start > found.end) break;
      else {
        found.end = Math.max(found.end, end);
        found.hits += this.counts[index] as number;
      }
    }
    return found === undefined ? undefined : { start: found.start, end: found.end, hits: found.hits, index };
  }
}
