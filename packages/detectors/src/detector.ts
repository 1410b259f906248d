// Defines detectors and findings. A pattern detector is plain data; the engine runs it.

/** The four kinds of detectors. */
export type Kind = 'injection' | 'secrets' | 'personal' | 'egress';

/** The severity of a finding that is correct. It does not express how certain the finding is. */
export type Severity = 'low' | 'medium' | 'high' | 'critical';

/** A finding. The positions are UTF-16 units of the original text, even if the finding is in decoded text. */
export interface Finding {
  readonly kind: Kind;
  readonly detector: string;
  readonly severity: Severity;
  readonly start: number;
  readonly end: number;
}

/**
 * The text that follows the literal in every match: at least a number of letters, digits or characters of
 * `_.+/=~%$:-`; or the user name and password of a URL, up to the `@`; or the rest of a name, an assignment operator,
 * and a value.
 */
export type FollowingText =
  | { readonly kind: 'token'; readonly least: number }
  | { readonly kind: 'userinfo' }
  | { readonly kind: 'assignment' };

/**
 * A detector that consists of literals, a pattern that is run near them, and a check. The text is normalized first:
 * compatibility forms, invisible characters and look-alikes are replaced, and case is preserved. The pattern is
 * applied to a window around a literal, so `match.index` is relative to the window.
 */
export interface PatternDetector {
  readonly name: string;
  readonly kind: Kind;
  readonly severity: Severity;
  /**
   * The literals in lower case. Every match contains a literal or has one nearby, so the pattern runs only near
   * literals. Their case in the text does not matter.
   */
  readonly literals: readonly string[];
  /**
   * The number of units of a match before its literal, if this number is constant: 0 for a prefix, -1 if the literal
   * includes the character before the match. The pattern is then applied to the whole text, but only at this
   * position.
   */
  readonly literalOffset?: number;
  /**
   * Additional literals, used if the first literals are common words. One of the additional literals must also occur
   * in the window or, for a detector with a `literalOffset`, in every match.
   */
  readonly secondLiterals?: readonly string[];
  /**
   * The maximum distance between the ends of a first and an additional literal in a match, in a text with single
   * spaces. By default, it follows from the size of the window.
   */
  readonly secondReach?: number;
  /** The text that must follow a literal; otherwise the literal is ignored. Requires a `literalOffset`. */
  readonly followed?: FollowingText;
  /**
   * A pattern with flag g. It must run in linear time, which a test checks. If a match reaches the end of a window,
   * the pattern is applied again to a longer window.
   */
  readonly pattern: RegExp;
  /**
   * Checks a match further, such as its checksum, context or entropy. `text` is the text that the pattern was applied
   * to: the window or the whole text.
   */
  readonly accept?: (match: RegExpExecArray, text: string) => boolean;
  /**
   * The number of the capture group that contains the secret, if the secret is not the whole match. The group must
   * participate in every match.
   */
  readonly group?: number;
  /** The length of the window before and after a literal in units. Default: 256. */
  readonly windowRadius?: number;
  readonly samples: { readonly hit: readonly string[]; readonly miss: readonly string[] };
}
