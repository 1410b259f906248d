// Many short readings as one text: each reading by itself costs the same start, however short it is.

import type { PositionMap, Span } from '../engine/position-map.js';
import type { Decoded } from './decoder.js';

/** Nothing that we look for goes on over this. */
const seam = '\n\n\0\n\n';

/** Collects readings until somebody takes them. */
export class Joined {
  private texts: string[] = [];
  private starts: number[] = [];
  private maps: PositionMap[] = [];
  length = 0;

  add({ text, map }: Decoded): void {
    this.starts.push(this.length);
    this.maps.push(map);
    this.texts.push(text);
    this.length += text.length + seam.length;
  }

  /** What was collected, and a fresh start with `next`. */
  take(next?: Decoded): Decoded {
    const { texts, starts, maps } = this;
    this.texts = [];
    this.starts = [];
    this.maps = [];
    this.length = 0;
    if (next !== undefined) this.add(next);
    return { text: texts.join(seam), map: { locate: (start, end) => locateIn(starts, maps, start, end) } };
  }
}

function locateIn(starts: readonly number[], maps: readonly PositionMap[], start: number, end: number): Span {
  const first = pieceAt(starts, start);
  const last = pieceAt(starts, Math.max(start, end - 1));
  const [from, to] = maps[first]?.locate(start - (starts[first] ?? 0), end - (starts[first] ?? 0)) ?? [
    start,
    end,
  ];
  if (first === last) return [from, to];
  return [from, maps[last]?.locate(0, end - (starts[last] ?? 0))[1] ?? to];
}

function pieceAt(starts: readonly number[], position: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}
