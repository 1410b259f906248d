// The result of one field of a rule, and how the values of a field make one: any value for rules that refuse, every value for
// rules that forward.

import type { MatchedValue } from '../model.js';
import { quoteValue } from './quote-value.js';

/** The values that matched, or the reason why the field does not match. */
export interface FieldMatch {
  readonly field: string;
  readonly matched: boolean;
  readonly why: string;
  readonly matchedValues: readonly MatchedValue[];
  /** Values found that no pattern of the rule names. */
  readonly unmatched: readonly string[];
}

/** How the patterns of a field match one value. */
export interface ValueMatch {
  readonly value: string;
  readonly where: string;
  /** The first pattern that one of its readings matches. */
  readonly any: string | undefined;
  /** Whether every reading has a pattern: only then may a rule that forwards match. */
  readonly all: boolean;
}

export function combineValues(
  field: string,
  candidates: readonly ValueMatch[],
  restricts: boolean,
  none: string,
): FieldMatch {
  const matchedValues = candidates.flatMap(({ value, where, any }) =>
    any === undefined ? [] : [{ field, pattern: any, value, where }],
  );
  const unmatched = candidates.filter(({ any }) => any === undefined).map(({ value }) => value);
  const missed = candidates.find(({ all }) => !all);
  if (candidates.length === 0) return { field, matched: false, why: none, matchedValues, unmatched };
  if (restricts)
    return {
      field,
      matched: matchedValues.length > 0,
      why: `no ${field} matches: ${quoteValue(candidates[0]?.value ?? '')}`,
      matchedValues,
      unmatched,
    };
  const why =
    missed === undefined
      ? ''
      : `${field} ${quoteValue(missed.value)} is not covered by the rule in every reading`;
  return { field, matched: missed === undefined, why, matchedValues, unmatched };
}
