// The interface of a decoder: literals that trigger it, and a function that decodes the text around them.

import type { TextForm } from '../engine/match/text-layer.js';
import type { PositionMap } from '../engine/normalize/position-map.js';

/** A decoded piece of text, and a map back to positions of the text it was decoded from. */
export interface Decoded {
  readonly text: string;
  readonly map: PositionMap;
}

/** Decodes pieces of text near its literals. */
export interface Decoder {
  readonly name: string;
  /** Lower case, like a detector's. */
  readonly literals: readonly string[];
  /** The amount of text before and after a literal that is decoded. */
  readonly windowRadius: number;
  /** A piece with fewer literals is ignored, because they are probably there by chance. */
  readonly minimumHits: number;
  /**
   * `plain`: common in ordinary text. `obfuscated`: not produced by programs, so only injections are searched
   * in it.
   */
  readonly form: TextForm;
  /** The decoded form of text[start..end), if there is one. */
  decode(text: string, start: number, end: number): Decoded | undefined;
}
