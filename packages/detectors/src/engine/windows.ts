// Where one detector or decoder has to look: stretches around its literals, merged as they come, in order.

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
}

/** No pattern runs over more than this at once, so that a caller can do something else in between. */
const longest = 32_768;
const defaultReach = 256;

/** The windows of one target in one text. INVARIANT: hits are added in the order of their ends. */
export class Windows {
  private readonly list: { start: number; end: number; hits: number }[] = [];
  /** Where literals of the second gate stand, in order. */
  private readonly seconds: number[] = [];
  private readonly reach: number;

  constructor(
    private readonly target: Target,
    private readonly length: number,
  ) {
    this.reach = target.reach ?? defaultReach;
  }

  add(start: number, end: number): void {
    const from = Math.max(0, start - this.reach);
    const to = Math.min(this.length, end + this.reach);
    this.extend(from, to, 1);
  }

  addSecond(start: number): void {
    this.seconds.push(start);
  }

  /** These windows and those of another pass, in order again. */
  merge(other: Windows | undefined): Windows {
    if (other === undefined) return this;
    const merged = new Windows(this.target, this.length);
    const all = [...this.list, ...other.list].sort((a, b) => a.start - b.start || a.end - b.end);
    for (const { start, end, hits } of all) merged.extend(start, end, hits);
    for (const start of [...this.seconds, ...other.seconds].sort((a, b) => a - b)) merged.addSecond(start);
    return merged;
  }

  /** The windows, long ones cut into pieces that overlap by more than a match near a literal needs. */
  *pieces(): Generator<Window> {
    const overlap = Math.min(longest / 2, this.reach * 2);
    let second = 0;
    for (const { start, end, hits } of this.list) {
      if (this.target.also !== undefined) {
        while (second < this.seconds.length && (this.seconds[second] ?? 0) < start) second += 1;
        if ((this.seconds[second] ?? this.length) >= end) continue;
      }
      let from = start;
      while (end - from > longest) {
        yield { start: from, end: from + longest, hits };
        from += longest - overlap;
      }
      yield { start: from, end, hits };
    }
  }

  private extend(from: number, to: number, hits: number): void {
    const last = this.list[this.list.length - 1];
    if (last === undefined || from > last.end) this.list.push({ start: from, end: to, hits });
    else {
      last.end = Math.max(last.end, to);
      last.start = Math.min(last.start, from);
      last.hits += hits;
    }
  }
}
