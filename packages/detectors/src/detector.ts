// What a detector is and what it says. Detectors are data: the engine runs them, nobody else does.

/** The four families. A caller chooses by kind; the detectors of one kind share a file tree. */
export type Kind = 'injection' | 'secrets' | 'personal' | 'egress';

/** How bad it is if the finding is true. Certainty is no part of it: a finding that is reported is meant. */
export type Severity = 'low' | 'medium' | 'high' | 'critical';

/** A detector saw something. Positions are UTF-16 units of the original text, also for what stood in decoded text. */
export interface Finding {
  readonly kind: Kind;
  readonly detector: string;
  readonly severity: Severity;
  readonly start: number;
  readonly end: number;
}

/**
 * One thing to look for: a gate of literals, then a pattern near them, then a check.
 *
 * The text that is matched is folded first: compatibility forms, invisible characters and look-alikes are resolved,
 * letter case is kept. The pattern sees a window around a literal, so `match.index` counts from the window's start.
 */
export interface PatternDetector {
  readonly name: string;
  readonly kind: Kind;
  readonly severity: Severity;
  /** Lower case. One of them occurs in or near every match; the pattern runs nowhere else. Case is ignored in the text. */
  readonly literals: readonly string[];
  /**
   * How many units of every match stand before its literal, when that is always the same: 0 for a prefix, -1 for a literal
   * that begins with the sign before the match. The pattern is then tried there and nowhere else, on the whole text.
   */
  readonly literalOffset?: number;
  /**
   * A second gate, when the literals alone are common words: one of these must stand in the window too, and in every match
   * of a detector with a lead.
   */
  readonly secondLiterals?: readonly string[];
  /** Flag g; linear, proved by a test. In a window: a match that touches the window's end is tried again with a longer window. */
  readonly pattern: RegExp;
  /** Checksum, context, entropy. `text` is the window or the whole text, the same as `match.input`. */
  readonly accept?: (match: RegExpExecArray, text: string) => boolean;
  /** The group that is the secret, when it is not the whole match. It must have taken part in the match. */
  readonly group?: number;
  /** How many units before and after a literal the window reaches; 256 unless told. */
  readonly windowRadius?: number;
  readonly samples: { readonly hit: readonly string[]; readonly miss: readonly string[] };
}
