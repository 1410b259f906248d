// Maps positions of a derived text to its source text. The map stores breakpoints: a text with three changes
// needs three entries, not one entry for each letter.

/** A range of text. */
export type Span = readonly [start: number, end: number];

/** Converts ranges of a derived text to positions of its source text. */
export interface PositionMap {
  locate(start: number, end: number): Span;
}

const blockBits = 14;
const blockLength = 1 << blockBits;

/** Collects breakpoints while a text is derived from left to right. */
export class PositionMapBuilder implements PositionMap {
  // The entries, in blocks of three numbers for each entry: the derived units from `at` on come from the
  // source positions from `from` on. In a wide entry, all units come from one source span. Blocks are used
  // because a text with an invisible character after every letter has millions of entries, and growing a
  // single array would copy all of them at once.
  private readonly blocks: Int32Array[] = [];
  private count = 0;

  /** Records that the derived units from `at` on are copies of the source from `from` on. */
  copy(at: number, from: number): void {
    this.push(at, from, -1);
  }

  /** Records that all derived units from `at` on come from the span `from`..`until`. */
  span(at: number, from: number, until: number): void {
    this.push(at, from, until);
  }

  locate(start: number, end: number): Span {
    return [this.start(start), Math.max(this.start(start), this.end(end))];
  }

  private start(index: number): number {
    const entry = this.find(index);
    if (entry < 0) return index;
    const from = this.read(entry, 1);
    return this.isSpan(entry) ? from : from + index - this.read(entry, 0);
  }

  private end(index: number): number {
    if (index <= 0) return this.start(0);
    const entry = this.find(index - 1);
    if (entry < 0) return index;
    return this.isSpan(entry) ? this.read(entry, 2) : this.start(index - 1) + 1;
  }

  private push(at: number, from: number, until: number): void {
    if (this.count === 0 || this.read(this.count - 1, 0) !== at) this.count += 1;
    const entry = this.count - 1;
    const block = this.blockOf(entry);
    const place = (entry & (blockLength - 1)) * 3;
    block[place] = at;
    block[place + 1] = from;
    block[place + 2] = until;
  }

  /** Returns the block of an entry. The first block is small, because most maps have few entries. */
  private blockOf(entry: number): Int32Array {
    const number = entry >> blockBits;
    const known = this.blocks[number];
    const needed = ((entry & (blockLength - 1)) + 1) * 3;
    if (known !== undefined && known.length >= needed) return known;
    const block = new Int32Array(
      number > 0 ? blockLength * 3 : Math.min(blockLength * 3, Math.max(24, needed * 2)),
    );
    if (known !== undefined) block.set(known);
    this.blocks[number] = block;
    return block;
  }

  private isSpan(entry: number): boolean {
    return this.read(entry, 2) >= 0;
  }

  private read(entry: number, part: number): number {
    return (this.blocks[entry >> blockBits] as Int32Array)[(entry & (blockLength - 1)) * 3 + part] as number;
  }

  private find(index: number): number {
    let low = 0;
    let high = this.count - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (this.read(middle, 0) <= index) low = middle + 1;
      else high = middle - 1;
    }
    return high;
  }
}

/** Returns the map of a text that was joined from parts, based on the start and the map of each part. */
export const joinPositionMaps = (starts: readonly number[], maps: readonly PositionMap[]): PositionMap => ({
  locate(start, end) {
    const first = partAt(starts, start);
    const last = partAt(starts, Math.max(start, end - 1));
    const [from, to] = locateIn(starts, maps, first, start, end);
    return first === last ? [from, to] : [from, locateIn(starts, maps, last, end - 1, end)[1]];
  },
});

function locateIn(
  starts: readonly number[],
  maps: readonly PositionMap[],
  part: number,
  start: number,
  end: number,
): Span {
  const offset = starts[part] ?? 0;
  return maps[part]?.locate(start - offset, end - offset) ?? [start, end];
}

function partAt(starts: readonly number[], position: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}
