// A detector without a pattern: numbers, IP addresses, network addresses. It reads the text itself, or the text
// around its literals if it has any.

import type { Finding, Kind } from './detector.js';

/** Reads a text in one linear pass and reports findings. */
export interface FunctionDetector {
  readonly name: string;
  readonly kind: Kind;
  /** Lower case. Without one of them nearby, the text is not read. */
  readonly literals?: readonly string[];
  /** Additional literals, if the first ones are common words: one of these must be nearby as well. */
  readonly secondLiterals?: readonly string[];
  /** Finds nothing in a text without a literal, however short the text is. */
  readonly requiresLiteral?: boolean;
  /** The amount of text before and after a literal that it reads; 256 units by default. */
  readonly windowRadius?: number;
  /**
   * The amount of additional text around a window that it reads, because that text may belong to the same statement.
   */
  readonly reach?: number;
  /** Also reads the original text, before accents and look-alikes are normalized. */
  readonly readsOriginalText?: boolean;
  /**
   * Lower case; `0` stands for any digit. Every text with a finding contains one of them, however short. Case
   * is ignored. Without this and the next member, every text has to be read.
   */
  readonly prefilterLiterals?: readonly string[];
  /**
   * The same for literals that are common in ordinary texts: the pattern, linear and without flags g and y,
   * has to match as well.
   */
  readonly prefilterPattern?: {
    readonly literals: readonly string[];
    /**
     * In place of literals: every finding contains a run of 24 letters, digits or characters of `+/-_`, then a dot,
     * and another dot seven characters after it.
     */
    readonly afterDottedRun?: boolean;
    readonly pattern: RegExp;
  };
  /** For the injection family: the weight of a finding among signals. Without it, a finding is reported directly. */
  readonly weight?: number;
  /** Returns findings that start in text[from..to); it may read further. Positions are those of the text. */
  find(text: string, from: number, to: number): readonly Finding[];
  readonly samples: { readonly hit: readonly string[]; readonly miss: readonly string[] };
}
