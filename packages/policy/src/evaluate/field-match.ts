// Defines the result of matching one field of a rule. A restrictive rule needs one matching value; an allow rule
// needs all values to match.

import type { MatchedValue } from '../model.js';
import { quoteValue } from './quote-value.js';

/** The matching values, or the reason why the field does not match. */
export interface FieldMatch {
  readonly field: string;
  readonly matched: boolean;
  readonly why: string;
  readonly matchedValues: readonly MatchedValue[];
  /** Values that no pattern of the rule matches. */
  readonly unmatched: readonly string[];
}

/** The result of matching one value against the patterns of a field. */
export interface ValueMatch {
  readonly value: string;
  readonly where: string;
  /** The first pattern that matches an interpretation of the value. */
  readonly any: string | undefined;
  /** True if a pattern matches each interpretation of the value. Otherwise an allow rule does not match. */
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
      : `the rule does not match every interpretation of ${field} ${quoteValue(missed.value)}`;
  return { field, matched: missed === undefined, why, matchedValues, unmatched };
}
