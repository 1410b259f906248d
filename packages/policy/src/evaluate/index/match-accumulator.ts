// Collects matches for all rules at once: the rules that match any interpretation of a value, and the rules that
// match all interpretations.

import { type Bitset, createBitset } from './bitset.js';
import type { PatternIndex } from './pattern-index.js';

/**
 * `any` has the rules that match any interpretation, for restrictive rules; `all` has those that match all
 * interpretations, for allow rules.
 */
export interface MatchAccumulator {
  readonly any: Bitset;
  readonly all: Bitset;
  /** A set for intermediate results. It is empty between two interpretations of a value. */
  readonly scratch: Bitset;
  /** True if no rule is left in `all`. */
  allIsEmpty: boolean;
  count: number;
}

// Creates an accumulator. Typed arrays are expensive to create, so each dimension reuses its own. INVARIANT:
// evaluation is synchronous, and the result of `satisfied` is used before the same dimension is evaluated again.
export function createAccumulator(size: number): MatchAccumulator {
  return {
    any: createBitset(size),
    all: createBitset(size),
    scratch: createBitset(size),
    allIsEmpty: false,
    count: 0,
  };
}

export function reset(matches: MatchAccumulator): MatchAccumulator {
  const { any, all } = matches;
  for (let word = 0; word < any.length; word += 1) {
    any[word] = 0;
    all[word] = 0xffffffff;
  }
  matches.count = 0;
  matches.allIsEmpty = false;
  return matches;
}

export function addRules(matches: MatchAccumulator, any: Bitset, all: Bitset): void {
  matches.count += 1;
  for (let word = 0; word < any.length; word += 1) {
    matches.any[word] = (matches.any[word] ?? 0) | (any[word] ?? 0);
    matches.all[word] = (matches.all[word] ?? 0) & (all[word] ?? 0);
  }
}

export function union(into: Bitset, bits: Bitset): void {
  for (let word = 0; word < into.length; word += 1) into[word] = (into[word] ?? 0) | (bits[word] ?? 0);
}

export function addCandidates(
  matches: MatchAccumulator,
  set: PatternIndex,
  candidates: readonly string[],
  inside: boolean,
  except?: Bitset,
): void {
  const { any, all, scratch } = matches;
  matches.count += 1;
  let forwards = inside;
  for (const resolved of candidates) {
    // For most candidates, no rule has a matching pattern.
    if (!set.match(resolved, scratch)) {
      forwards = false;
      continue;
    }
    for (let word = 0; word < scratch.length; word += 1) {
      any[word] = (any[word] ?? 0) | ((scratch[word] ?? 0) & ~(except?.[word] ?? 0));
      all[word] = (all[word] ?? 0) & (scratch[word] ?? 0);
      scratch[word] = 0;
    }
  }
  if (!forwards) clearAll(matches);
}

/** Adds interpretations of a value that may not be a path. Only restrictive rules use them. */
export function addGuess(
  matches: MatchAccumulator,
  set: PatternIndex,
  candidates: readonly string[],
  except?: Bitset,
): void {
  const { any, scratch } = matches;
  for (const resolved of candidates) {
    if (!set.match(resolved, scratch)) continue;
    for (let word = 0; word < scratch.length; word += 1) {
      any[word] = (any[word] ?? 0) | ((scratch[word] ?? 0) & ~(except?.[word] ?? 0));
      scratch[word] = 0;
    }
  }
}

/** Adds a value that no rule matches. */
export function addUnmatched(matches: MatchAccumulator): void {
  matches.count += 1;
  clearAll(matches);
}

function clearAll(matches: MatchAccumulator): void {
  if (matches.allIsEmpty) return;
  matches.all.fill(0);
  matches.allIsEmpty = true;
}

export function matchedRules(matches: MatchAccumulator, refusing: Bitset): Bitset {
  const { any, all, count } = matches;
  for (let word = 0; word < any.length; word += 1) {
    const mask = refusing[word] ?? 0;
    any[word] = ((any[word] ?? 0) & mask) | (count === 0 ? 0 : (all[word] ?? 0) & ~mask);
  }
  return any;
}
