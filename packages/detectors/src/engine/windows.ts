// Where one detector or decoder has to look: stretches around its literals, merged as they come, in order; or, when its
// literal always stands at the same place of a match, the starts of those matches and nothing else.

/** A stretch of text and how many literals stand in it. */
export interface Window {
  readonly start: number;
  readonly end: number;
  readonly hits: number;
}

/** Who looks, as far as windows care. */
export interface Target {
  readonly literals: readonly string[];
  readonly also?: readonly string[];
  readonly reach?: number;
  readonly lead?: number;
}

/** No pattern runs over more than this at once, so that a caller can do something else in between. */
const longest = 16_384;
const defaultReach = 256;
const neighbourhood = 32;

/** The windows of one target in one text. INVARIANT: hits of both gates are added in the order of their ends. */
export class Windows {
  /** Where matches can start, for a target with a lead: pairs of a first and a last, because a run of one letter starts everywhere. */
  readonly starts: number[] = [];
  private readonly froms: number[] = [];
  private readonly tos: number[] = [];
  private readonly counts: number[] = [];
  /** Whether a literal of the second gate stands in a window or a little before it. */
  private readonly opened: boolean[] = [];
  private readonly reach: number;
  private lastEnd = -1;
  /** Where the last literal of the second gate starts: those before it are no nearer to any window to come. */
  private lastSecond = -neighbourhood - 1;

  constructor(
    private readonly target: Target,
    private readonly length: number,
  ) {
    this.reach = target.reach ?? defaultReach;
  }

  add(start: number, end: number): void {
    const { lead } = this.target;
    if (lead === undefined) {
      this.extend(Math.max(0, start - this.reach), Math.min(this.length, end + this.reach));
    } else if (start >= lead) join(this.starts, start - lead);
  }

  /** Whether no literal of the first gate was met: those of the second open nothing by themselves. */
  get isEmpty(): boolean {
    return this.froms.length === 0 && this.starts.length === 0;
  }

  addSecond(start: number): void {
    if (start > this.lastSecond) this.lastSecond = start;
    for (let last = this.tos.length - 1; last >= 0 && start < (this.tos[last] as number); last -= 1)
      if (start >= (this.froms[last] as number) - neighbourhood) this.opened[last] = true;
  }

  /** The windows, long ones cut into pieces that overlap by more than a match near a literal needs. */
  *pieces(): Generator<Window> {
    const overlap = Math.min(longest / 2, this.reach * 2);
    for (let index = 0; index < this.froms.length; index += 1) {
      if (this.target.also !== undefined && this.opened[index] !== true) continue;
      const end = this.tos[index] ?? 0;
      const hits = this.counts[index] ?? 0;
      let from = this.froms[index] ?? 0;
      while (end - from > longest) {
        yield { start: from, end: from + longest, hits };
        from += longest - overlap;
      }
      yield { start: from, end, hits };
    }
  }

  private extend(from: number, to: number): void {
    const last = this.froms.length - 1;
    if (from > this.lastEnd) {
      this.froms.push(from);
      this.tos.push(to);
      this.counts.push(1);
      this.opened.push(this.lastSecond >= from - neighbourhood);
      this.lastEnd = to;
      return;
    }
    if (from < (this.froms[last] as number)) this.froms[last] = from;
    this.counts[last] = (this.counts[last] as number) + 1;
    if (to > this.lastEnd) {
      this.tos[last] = to;
      this.lastEnd = to;
    }
    // A literal that ended before this one stands before the end of its window.
    if (this.lastSecond >= (this.froms[last] as number) - neighbourhood) this.opened[last] = true;
  }
}

/** Adds a place behind the last pair, or to it when it is the next one. */
function join(pairs: number[], place: number): void {
  const end = pairs.length - 1;
  if (end > 0 && place - (pairs[end] as number) <= 1) {
    if (place > (pairs[end] as number)) pairs[end] = place;
  } else pairs.push(place, place);
}
