// The types of detectors and findings. Detectors are data, which the engine runs.

/** The four kinds of detectors. */
export type Kind = 'injection' | 'secrets' | 'personal' | 'egress';

/** The severity of a true finding. It does not express certainty. */
export type Severity = 'low' | 'medium' | 'high' | 'critical';

/** A finding. Positions are UTF-16 units of the original text, also for decoded text. */
export interface Finding {
  readonly kind: Kind;
  readonly detector: string;
  readonly severity: Severity;
  readonly start: number;
  readonly end: number;
}

/**
 * What follows a literal in every match: a number of letters, digits or characters of `_.+/=~%$:-`; a user name and a
 * password of a URL, up to the `@`; or the rest of a name, an operator of an assignment, and a value.
 */
export type FollowingText =
  | { readonly kind: 'token'; readonly least: number }
  | { readonly kind: 'userinfo' }
  | { readonly kind: 'assignment' };

/**
 * A detector: literals, a pattern that is run near them, and a check. The text is normalized first:
 * compatibility forms, invisible characters and look-alikes are resolved, case is kept. The pattern is
 * applied to a window around a literal, so `match.index` is relative to the window.
 */
export interface PatternDetector {
  readonly name: string;
  readonly kind: Kind;
  readonly severity: Severity;
  /**
   * Lower case. One of them occurs in or near every match; the pattern runs only there. Case is ignored in
   * the text.
   */
  readonly literals: readonly string[];
  /**
   * The number of units of a match before its literal, if constant: 0 for a prefix, -1 for a literal that
   * includes the character before the match. The pattern is then tried only at that position, on the whole
   * text.
   */
  readonly literalOffset?: number;
  /**
   * Additional literals, if the first ones are common words: one of these must also occur in the window, and
   * in every match of a detector with a `literalOffset`.
   */
  readonly secondLiterals?: readonly string[];
  /**
   * The longest distance between the end of a literal and that of an additional one in a match, in a text with
   * single spaces. By default, it follows from the size of the window.
   */
  readonly secondReach?: number;
  /** Only with a `literalOffset`: texts without it after a literal are not searched. */
  readonly followed?: FollowingText;
  /**
   * With flag g; must be linear, which a test checks. In a window, a match that reaches its end is tried
   * again with a longer window.
   */
  readonly pattern: RegExp;
  /**
   * Additional checks: checksum, context, entropy. `text` is the window or the whole text, the same as
   * `match.input`.
   */
  readonly accept?: (match: RegExpExecArray, text: string) => boolean;
  /**
   * The number of the capture group with the secret, if the secret is not the whole match. The group must take part in
   * every match.
   */
  readonly group?: number;
  /** The size of the window before and after a literal in units; 256 by default. */
  readonly windowRadius?: number;
  readonly samples: { readonly hit: readonly string[]; readonly miss: readonly string[] };
}
