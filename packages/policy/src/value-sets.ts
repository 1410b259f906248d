// Values that are text for some patterns and paths for others: arguments and URIs, for all rules at once.
import type { ValuePattern } from './fields.js';
import { createPathSet, type PatternEntry, type PatternSet } from './pattern-set.js';
import type { Subject } from './subject.js';
import { createTally, reset, type Tally, tallyReadings, union } from './tally.js';

/** The patterns that all rules have for one argument, or for URIs. */
export interface ValueSets {
  readonly textTally: Tally;
  readonly pathTally: Tally;
  readonly text: PatternSet;
  readonly path: PatternSet | undefined;
}

export function createValueSets(
  patterns: readonly { readonly pattern: ValuePattern; readonly index: number }[],
  size: number,
): ValueSets {
  const text = patterns.flatMap(({ pattern, index }) =>
    pattern.kind === 'text' ? [{ glob: pattern.pattern, rule: index }] : [],
  );
  const path = patterns.flatMap(({ pattern, index }) =>
    pattern.kind === 'path' ? entries([pattern], index) : [],
  );
  return {
    textTally: createTally(size),
    pathTally: createTally(size),
    text: createPathSet(text),
    path: path.length === 0 ? undefined : createPathSet(path),
  };
}

/** One entry for each glob of a rule's patterns. */
export const entries = (
  patterns: readonly { readonly globs: readonly string[] }[],
  rule: number,
): PatternEntry[] => patterns.flatMap(({ globs }) => globs.map((glob) => ({ glob, rule })));

// A value matches as text, or as a path in all its readings; the two never mix.
export function tallyValue(
  tally: Tally,
  sets: ValueSets,
  value: string,
  texts: readonly string[],
  subject: Subject,
  counts: boolean,
): void {
  tallyReadings(reset(sets.textTally), sets.text, texts, true);
  const { any, all } = sets.textTally;
  if (sets.path !== undefined) {
    const { readings, outside } = subject.pathOf(value);
    tallyReadings(reset(sets.pathTally), sets.path, readings, !outside);
    union(any, sets.pathTally.any);
    union(all, sets.pathTally.all);
  }
  tally.hits += 1;
  union(tally.any, any);
  if (counts)
    for (let word = 0; word < all.length; word += 1)
      tally.all[word] = (tally.all[word] ?? 0) & (all[word] ?? 0);
}
