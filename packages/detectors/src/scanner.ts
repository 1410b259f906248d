// A detector without a literal: numbers, addresses, destinations. It reads the whole text itself, once.

import type { Finding, Kind } from './detector.js';

/** Reads a text in one linear pass and says what it saw. Positions count from the start of that text. */
export interface Scanner {
  readonly name: string;
  readonly kind: Kind;
  find(text: string): readonly Finding[];
  /**
   * Lower case; `0` stands for any digit. One of them stands in every text in which something is found. Case is ignored.
   * Without it every text has to be read.
   */
  readonly needs?: readonly string[];
  readonly samples: { readonly hit: readonly string[]; readonly miss: readonly string[] };
}
