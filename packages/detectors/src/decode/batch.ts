// Joins many short decoded texts into one text, because searching a text has a fixed cost, however short it is.

import { joinPositionMaps, type PositionMap } from '../engine/normalize/position-map.js';
import type { Decoded } from './decoder.js';

/** The separator between joined texts. No detector matches across it. */
const separator = '\n\n\0\n\n';

/** Collects decoded texts and returns them as one text. */
export class DecodedBatch {
  private texts: string[] = [];
  private starts: number[] = [];
  private maps: PositionMap[] = [];
  length = 0;

  add({ text, map }: Decoded): void {
    this.starts.push(this.length);
    this.maps.push(map);
    this.texts.push(text);
    this.length += text.length + separator.length;
  }

  /** Returns the collected texts as one text. The next batch begins with `next`. */
  take(next?: Decoded): Decoded {
    const { texts, starts, maps } = this;
    this.texts = [];
    this.starts = [];
    this.maps = [];
    this.length = 0;
    if (next !== undefined) this.add(next);
    return { text: texts.join(separator), map: joinPositionMaps(starts, maps) };
  }
}
