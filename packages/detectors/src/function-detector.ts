// Defines a function detector: a detector without a pattern, such as those for numbers, IP addresses and network addresses. A
// function detector reads the whole text or, if it has literals, the text around them.

import type { Finding, Kind } from './detector.js';

/** Reads a text in one linear pass and returns findings. */
export interface FunctionDetector {
  readonly name: string;
  readonly kind: Kind;
  /** The literals in lower case. If no literal is nearby, the text is not read. */
  readonly literals?: readonly string[];
  /**
   * Additional literals, used if the first literals are common words. One of the additional literals must be nearby
   * as well.
   */
  readonly secondLiterals?: readonly string[];
  /** True if a text without a literal never has a finding, even if the text is short. */
  readonly requiresLiteral?: boolean;
  /** The length of the text that is read before and after a literal. Default: 256 units. */
  readonly windowRadius?: number;
  /** The length of the additional text around a window that is read, because it may belong to the same statement. */
  readonly reach?: number;
  /** True if the function detector also reads the original text, in which accents and look-alikes are not normalized. */
  readonly readsOriginalText?: boolean;
  /**
   * The literals of the prefilter in lower case. `0` stands for any digit. Every text with a finding, even a short
   * one, contains one of these literals. Their case in the text does not matter. If this member and the next one are
   * missing, every text has to be read.
   */
  readonly prefilterLiterals?: readonly string[];
  /**
   * Used if the literals are common in ordinary texts: the pattern has to match as well. It must be linear and have
   * neither flag g nor flag y.
   */
  readonly prefilterPattern?: {
    readonly literals: readonly string[];
    /**
     * Used instead of literals: every finding contains a run of 24 letters, digits or characters of `+/-_`, followed
     * by a dot, and another dot seven characters later.
     */
    readonly afterDottedRun?: boolean;
    readonly pattern: RegExp;
  };
  /** The weight of a finding as an injection signal. Without a weight, the finding is reported directly. */
  readonly weight?: number;
  /**
   * Returns findings that start in text[from..to). The function may read beyond `to`. Positions are relative to the
   * whole text.
   */
  find(text: string, from: number, to: number): readonly Finding[];
  readonly samples: { readonly hit: readonly string[]; readonly miss: readonly string[] };
}
