// Many short readings as one text: each reading by itself costs the same start, however short it is.

import { createMapOfParts, type PositionMap } from '../engine/position-map.js';
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
    return { text: texts.join(seam), map: createMapOfParts(starts, maps) };
  }
}
