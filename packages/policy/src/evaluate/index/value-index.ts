// Matches arguments and URIs against the patterns of all rules at once. Some patterns treat the value as text, others
// as a path.
import type { ValuePattern } from '../../match/compiled-rule.js';
import type { EvaluationInput } from '../evaluation-input.js';
import {
  addCandidates,
  createAccumulator,
  type MatchAccumulator,
  reset,
  union,
} from './match-accumulator.js';
import { createPatternIndex, type PatternEntry, type PatternIndex } from './pattern-index.js';

/** The patterns of all rules for one argument, or for URIs. */
export interface ValueIndex {
  readonly textMatches: MatchAccumulator;
  readonly pathMatches: MatchAccumulator;
  readonly text: PatternIndex;
  readonly path: PatternIndex | undefined;
}

export function createValueIndex(
  patterns: readonly { readonly pattern: ValuePattern; readonly index: number }[],
  size: number,
): ValueIndex {
  const text = patterns.flatMap(({ pattern, index }) =>
    pattern.kind === 'text' ? [{ glob: pattern.pattern, rule: index }] : [],
  );
  const path = patterns.flatMap(({ pattern, index }) =>
    pattern.kind === 'path' ? patternEntries([pattern], index) : [],
  );
  return {
    textMatches: createAccumulator(size),
    pathMatches: createAccumulator(size),
    text: createPatternIndex(text),
    path: path.length === 0 ? undefined : createPatternIndex(path),
  };
}

/** Returns one entry for each glob of a rule. */
export const patternEntries = (
  patterns: readonly { readonly globs: readonly string[] }[],
  rule: number,
): PatternEntry[] => patterns.flatMap(({ globs }) => globs.map((glob) => ({ glob, rule })));

// Adds a value, which matches either as text or as a path with all its candidates.
export function addValue(
  matches: MatchAccumulator,
  sets: ValueIndex,
  value: string,
  texts: readonly string[],
  input: EvaluationInput,
  counts: boolean,
): void {
  addCandidates(reset(sets.textMatches), sets.text, texts, true);
  const { any, all } = sets.textMatches;
  if (sets.path !== undefined) {
    const { candidates, uncertain } = input.resolvePath(value);
    addCandidates(reset(sets.pathMatches), sets.path, candidates, !uncertain);
    union(any, sets.pathMatches.any);
    union(all, sets.pathMatches.all);
  }
  matches.count += 1;
  union(matches.any, any);
  if (counts)
    for (let word = 0; word < all.length; word += 1)
      matches.all[word] = (matches.all[word] ?? 0) & (all[word] ?? 0);
}
