// Where one detector or decoder has to look: stretches around its literals, in order; or, when its literal always stands at
// the same place of a match, the starts of those matches and nothing else.

/** A stretch of text and how many literals stand in it. */
export interface Window {
  readonly start: number;
  readonly end: number;
  readonly hits: number;
}

/** Who looks, as far as windows care. */
export interface LiteralTarget {
  readonly literals: readonly string[];
  readonly secondLiterals?: readonly string[];
  readonly windowRadius?: number;
  readonly literalOffset?: number;
}

/** No pattern runs over more than this at once, so that a caller can do something else in between. */
const longest = 16_384;
export const defaultWindowRadius = 256;
/** How far before a window a literal of the second gate may start. */
export const neighbourhood = 32;

/** The windows of one target in one text. INVARIANT: they do not overlap, and come in order. */
export class CandidateWindows {
  /** Where matches can start, for a target with a lead: pairs of a first and a last, because a run of one letter starts everywhere. */
  readonly starts: number[] = [];
  private readonly froms: number[] = [];
  private readonly tos: number[] = [];
  private readonly counts: number[] = [];
  /** Whether a literal of the second gate stands in a window or a little before it. */
  private readonly opened: boolean[] = [];

  constructor(private readonly target: LiteralTarget) {}

  add(from: number, to: number, count: number, isOpened: boolean): void {
    this.froms.push(from);
    this.tos.push(to);
    this.counts.push(count);
    this.opened.push(isOpened);
  }

  /** A match can start here, too. */
  addStart(place: number): void {
    const { starts } = this;
    const end = starts.length - 1;
    if (end > 0 && place - (starts[end] as number) <= 1) {
      if (place > (starts[end] as number)) starts[end] = place;
    } else starts.push(place, place);
  }

  /** Whether no literal of the first gate was met: those of the second open nothing by themselves. */
  get isEmpty(): boolean {
    return this.froms.length === 0 && this.starts.length === 0;
  }

  /** Whether there is a place to look at. */
  get isOpen(): boolean {
    if (this.starts.length > 0) return true;
    return this.target.secondLiterals === undefined ? this.froms.length > 0 : this.opened.includes(true);
  }

  /** A literal of the second gate starts here. */
  open(start: number): void {
    for (let last = this.tos.length - 1; last >= 0 && start < (this.tos[last] as number); last -= 1)
      if (start >= (this.froms[last] as number) - neighbourhood) this.opened[last] = true;
  }

  /** Opens the windows in which a literal of the second gate stands, where nobody has told of these. */
  openWhere(holdsSecond: (start: number, end: number) => boolean): void {
    for (let index = 0; index < this.froms.length; index += 1)
      this.opened[index] = holdsSecond(this.froms[index] as number, this.tos[index] as number);
  }

  /** The open windows, each longer by `reach` on either side, long ones cut into pieces that overlap by more than a match near a literal needs. */
  *pieces(reach = 0, length = 0): Generator<Window> {
    const overlap = Math.min(longest / 2, (this.target.windowRadius ?? defaultWindowRadius) * 2);
    let next = this.merge(0, reach, length);
    while (next !== undefined) {
      const { end, hits } = next;
      let { start } = next;
      while (end - start > longest) {
        yield { start, end: start + longest, hits };
        start += longest - overlap;
      }
      yield { start, end, hits };
      next = this.merge(next.index, reach, length);
    }
  }

  /** The next open window from an index on, together with those that it reaches. */
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
    return found === undefined ? undefined : { ...found, index };
  }
}
