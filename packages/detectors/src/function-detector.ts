// A detector that is no pattern: numbers, addresses, destinations. It reads the text itself, or the stretches around its
// literals when it has some.

import type { Finding, Kind } from './detector.js';

/** Reads a text in one linear pass and says what it saw. */
export interface FunctionDetector {
  readonly name: string;
  readonly kind: Kind;
  /** Lower case. Without one of them nearby nothing is looked at. */
  readonly literals?: readonly string[];
  /** A second gate, when the literals are common words: one of these stands near, too. */
  readonly secondLiterals?: readonly string[];
  /** Finds nothing in a text without a literal, however short the text is. */
  readonly requiresLiteral?: boolean;
  /** How far around a literal it looks; 256 unless told. */
  readonly windowRadius?: number;
  /** How much further than a window it reads on either side: what stands there belongs to the same thought. */
  readonly reach?: number;
  /** Also reads the text as it came, before accents and look-alikes are resolved. */
  readonly readsOriginalText?: boolean;
  /**
   * Lower case; `0` stands for any digit. One of them stands in every text in which something is found, however short.
   * Case is ignored. Without it, and without the next, every text has to be read.
   */
  readonly prefilterLiterals?: readonly string[];
  /** The same for literals of ordinary texts: the pattern, linear and without flags g and y, has to match somewhere, too. */
  readonly prefilterPattern?: { readonly literals: readonly string[]; readonly pattern: RegExp };
  /** Of the injection family: what a finding weighs among signals. Without it, it means what it says. */
  readonly weight?: number;
  /** What starts in text[from..to); it may look further. Positions are those of the text. */
  find(text: string, from: number, to: number): readonly Finding[];
  readonly samples: { readonly hit: readonly string[]; readonly miss: readonly string[] };
}
