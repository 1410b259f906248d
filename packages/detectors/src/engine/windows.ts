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

/** The windows of one target in one text. INVARIANT: hits are added in the order of their ends. */
export class Windows {
  /** Where matches can start, for a target with a lead: pairs of a first and a last, because a run of one letter starts everywhere. */
  readonly starts: number[] = [];
  private readonly froms: number[] = [];
  private readonly tos: number[] = [];
  private readonly counts: number[] = [];
  /** Where literals of the second gate stand, in order: pairs of a first and a last that no window fits between. */
  private readonly seconds: number[] = [];
  private readonly reach: number;
  private lastEnd = -1;

  constructor(
    private readonly target: Target,
    private readonly length: number,
  ) {
    this.reach = target.reach ?? defaultReach;
  }

  add(start: number, end: number): void {
    const { lead } = this.target;
    if (lead === undefined) {
      this.extend(Math.max(0, start - this.reach), Math.min(this.length, end + this.reach), 1);
    } else if (start >= lead) join(this.starts, start - lead, start - lead, 1);
  }

  /** A window is longer than its reach, so one that lies between two such literals holds one of them. */
  addSecond(start: number): void {
    join(this.seconds, start, start, this.reach);
  }

  /** These windows and those of another pass, in order again. */
  merge(other: Windows): Windows {
    const merged = new Windows(this.target, this.length);
    let left = 0;
    let right = 0;
    while (left < this.froms.length || right < other.froms.length) {
      const takesLeft =
        right >= other.froms.length ||
        (left < this.froms.length && (this.froms[left] ?? 0) <= (other.froms[right] ?? 0));
      const [from, at] = takesLeft ? [this, left++] : [other, right++];
      merged.extend(from.froms[at] ?? 0, from.tos[at] ?? 0, from.counts[at] ?? 0);
    }
    for (const [first, last] of mergePairs(this.seconds, other.seconds))
      join(merged.seconds, first, last, this.reach);
    for (const [first, last] of mergePairs(this.starts, other.starts)) join(merged.starts, first, last, 1);
    return merged;
  }

  /** The windows, long ones cut into pieces that overlap by more than a match near a literal needs. */
  *pieces(): Generator<Window> {
    const overlap = Math.min(longest / 2, this.reach * 2);
    let second = 0;
    for (let index = 0; index < this.froms.length; index += 1) {
      const end = this.tos[index] ?? 0;
      const hits = this.counts[index] ?? 0;
      let from = this.froms[index] ?? 0;
      if (this.target.also !== undefined) {
        const first = from - neighbourhood;
        while (second < this.seconds.length && (this.seconds[second + 1] ?? 0) < first) second += 2;
        if ((this.seconds[second] ?? this.length) >= end) continue;
      }
      while (end - from > longest) {
        yield { start: from, end: from + longest, hits };
        from += longest - overlap;
      }
      yield { start: from, end, hits };
    }
  }

  private extend(from: number, to: number, hits: number): void {
    const last = this.froms.length - 1;
    if (from > this.lastEnd) {
      this.froms.push(from);
      this.tos.push(to);
      this.counts.push(hits);
      this.lastEnd = to;
      return;
    }
    if (from < (this.froms[last] ?? 0)) this.froms[last] = from;
    this.counts[last] = (this.counts[last] ?? 0) + hits;
    if (to > this.lastEnd) {
      this.tos[last] = to;
      this.lastEnd = to;
    }
  }
}

/** Adds a pair behind the last one, or to it when they are no further apart than `distance`. */
function join(pairs: number[], first: number, last: number, distance: number): void {
  const end = pairs.length - 1;
  if (end > 0 && first - (pairs[end] as number) <= distance) {
    if (last > (pairs[end] as number)) pairs[end] = last;
  } else pairs.push(first, last);
}

function* mergePairs(one: readonly number[], other: readonly number[]): Generator<readonly [number, number]> {
  let next = 0;
  for (let index = 0; index < one.length; index += 2) {
    const first = one[index] ?? 0;
    for (; next < other.length && (other[next] ?? 0) < first; next += 2)
      yield [other[next] ?? 0, other[next + 1] ?? 0];
    yield [first, one[index + 1] ?? 0];
  }
  for (; next < other.length; next += 2) yield [other[next] ?? 0, other[next + 1] ?? 0];
}
