// Where one detector or decoder has to look: stretches around its literals, merged as they come, in order.

/** A stretch of text and how many literals stand in it. */
export interface Window {
  readonly start: number;
  readonly end: number;
  readonly hits: number;
}

/** No pattern runs over more than this at once, so that a caller can do something else in between. */
const longest = 32_768;

/** The windows of one target in one text. INVARIANT: hits are added in the order of their ends. */
export class Windows {
  constructor(
    private readonly reach: number,
    private readonly length: number,
    private readonly list: { start: number; end: number; hits: number }[] = [],
  ) {}

  add(start: number, end: number): void {
    const from = Math.max(0, start - this.reach);
    const to = Math.min(this.length, end + this.reach);
    const last = this.list[this.list.length - 1];
    if (last === undefined || from > last.end) this.list.push({ start: from, end: to, hits: 1 });
    else {
      last.end = Math.max(last.end, to);
      last.start = Math.min(last.start, from);
      last.hits += 1;
    }
  }

  /** These windows and those of another pass, in order again. */
  merge(other: Windows | undefined): Windows {
    if (other === undefined) return this;
    const merged = new Windows(0, this.length);
    const all = [...this.list, ...other.list].sort((a, b) => a.start - b.start || a.end - b.end);
    for (const { start, end, hits } of all) {
      merged.add(start, end);
      const last = merged.list[merged.list.length - 1];
      if (last !== undefined) last.hits += hits - 1;
    }
    return new Windows(this.reach, this.length, merged.list);
  }

  /** The windows, long ones cut into pieces that overlap by more than a match near a literal needs. */
  *pieces(): Generator<Window> {
    const overlap = Math.min(longest / 2, this.reach * 2);
    for (const { start, end, hits } of this.list) {
      let from = start;
      while (end - from > longest) {
        yield { start: from, end: from + longest, hits };
        from += longest - overlap;
      }
      yield { start: from, end, hits };
    }
  }
}
