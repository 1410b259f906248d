// What a decoder is: a gate, and a way to read a piece of text differently.

import type { Reading } from '../engine/layer.js';
import type { PositionMap } from '../engine/position-map.js';

/** Another reading of a piece of text, with the way back. */
export interface Decoded {
  readonly text: string;
  readonly map: PositionMap;
}

/** Reads pieces of text near its literals in another way. */
export interface Decoder {
  readonly name: string;
  /** Lower case, like a detector's. */
  readonly literals: readonly string[];
  /** How far around a literal the piece reaches. */
  readonly reach: number;
  /** Fewer hits than this in one piece are taken for chance. */
  readonly enough: number;
  /** Plain: common in ordinary text. Disguised: no program writes so, and only injections are looked for in it. */
  readonly reading: Reading;
  /** The other reading of text[start..end), if it makes sense. */
  decode(text: string, start: number, end: number): Decoded | undefined;
}
