// Defines the interface of a decoder: literals that activate it, and a function that decodes the text around them.

import type { TextForm } from '../engine/match/text-layer.js';
import type { PositionMap } from '../engine/normalize/position-map.js';

/** A decoded piece of text, and a map to the positions in the text that was decoded. */
export interface Decoded {
  readonly text: string;
  readonly map: PositionMap;
}

/** Decodes the text near its literals. */
export interface Decoder {
  readonly name: string;
  /** The literals in lower case, as in a detector. */
  readonly literals: readonly string[];
  /** The length of the text that is decoded before and after a literal. */
  readonly windowRadius: number;
  /**
   * The minimum number of literals. If a piece has fewer, they are probably a coincidence, and the piece is ignored.
   */
  readonly minimumHits: number;
  /**
   * `plain` or `encoded` if programs write text in this form. `obfuscated` if they do not; the decoded text is then
   * searched only for injections.
   */
  readonly form: TextForm;
  /** Returns the decoded form of text[start..end), if there is one. */
  decode(text: string, start: number, end: number): Decoded | undefined;
}
