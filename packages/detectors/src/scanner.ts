// A detector without a literal: numbers, addresses, destinations. It reads the whole text itself, once.

import type { Finding, Kind } from './detector.js';

/** Reads a text in one linear pass and says what it saw. Positions count from the start of that text. */
export interface Scanner {
  readonly name: string;
  readonly kind: Kind;
  find(text: string): readonly Finding[];
  readonly samples: { readonly hit: readonly string[]; readonly miss: readonly string[] };
}
