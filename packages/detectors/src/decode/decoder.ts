// What a decoder is: literals that trigger it, and a function that decodes the text around them.

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
  /** How far around a literal the piece reaches. */
  readonly windowRadius: number;
  /** A piece with fewer literals than this is left alone: they are there by chance. */
  readonly minimumHits: number;
  /** `plain`: common in ordinary text. `obfuscated`: no program writes so, and only injections are searched for in it. */
  readonly form: TextForm;
  /** The decoded form of text[start..end), if there is one. */
  decode(text: string, start: number, end: number): Decoded | undefined;
}
