// The interface of the loops that find literals.

/** The result of a pass. */
export interface MatcherFlags {
  /** True if there is a non-ASCII byte. The pass ends at this byte. */
  readonly foreign: boolean;
  /** The length of the text with single spaces. */
  readonly length: number;
}

/**
 * The literals of a text. The arrays are views of the memory of the loops and are valid only until the next
 * text.
 */
export interface CollectedLiterals {
  readonly count: number;
  readonly literals: Uint16Array;
  /**
   * The end positions of the literals, relative to `start`. Literals that are close to each other may be in
   * any order.
   */
  readonly ends: Uint32Array;
  readonly start: number;
  /** The length of the text with single spaces. */
  readonly length: number;
  /** The targets that have all their literals. The array is a view of the memory of the loops as well. */
  readonly openTargets: Int32Array;
  readonly openCount: number;
  /** The total weight of the open targets. Each technique counts with its highest weight. */
  readonly sum: number;
  /** True if there is a run of characters that may be encoded text. */
  readonly hasEncodedRun: boolean;
  /** True if there is a run of letters and digits before dots. */
  readonly hasDottedRun: boolean;
}

/** Called for each literal with the position after it. If it returns `true`, the pass ends. */
export type OnLiteral = (literal: number, end: number) => boolean;

/** Tests whether there may be a finding in bytes[start..end). */
export type MayMatch = (bytes: Uint8Array, start: number, end: number) => boolean;

/** Returns the literals of the text that the loops have just read, or `undefined` if the loops must read it again. */
export type CollectLast = () => CollectedLiterals | undefined;

/** The loops with the tables of one prefilter. */
export interface WasmMatcher {
  /**
   * Calls the callback for each literal of a text with single spaces. Returns `undefined` if the callback
   * ended the pass.
   */
  findLiterals(text: string, onLiteral: OnLiteral): MatcherFlags | undefined;
  /**
   * Returns the literals of a text. Returns `undefined` if there are too many literals or if there are
   * non-ASCII letters.
   */
  collect(text: string): CollectedLiterals | undefined;
  /**
   * Returns the same for the string that `countKeysIfClean` passes to its callback. Valid only in the callback,
   * before another text is read.
   */
  collectLast(): CollectedLiterals | undefined;
  /** Returns the maximum total weight of the literals in bytes, or infinity if the weight alone does not decide. */
  weigh(bytes: Uint8Array, start: number, end: number): number;
  /** Returns the maximum total weight of the literals in a text. */
  weighText(text: string): number;
  /**
   * Returns how often each name is a key in a JSON text. Returns `undefined` if a key has escapes or if a string
   * contains a finding. `holds` is called for strings that may contain a finding.
   */
  countKeysIfClean(
    json: Uint8Array,
    names: readonly string[],
    holds: MayMatch,
  ): readonly number[] | undefined;
}
