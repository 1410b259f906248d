// Counting hits for all rules at once: which rules one reading satisfies, and which all of them do.
import { type Bits, createBits } from './bits.js';
import type { PatternSet } from './pattern-set.js';

/** Gathers "any reading" for rules that refuse and "all readings" for rules that forward. */
export interface Tally {
  readonly any: Bits;
  readonly all: Bits;
  /** Empty between two readings. */
  readonly scratch: Bits;
  /** No rule is left in `all`. */
  none: boolean;
  hits: number;
}

// Typed arrays are dear to create: each dimension keeps its own and empties them for the next message.
// INVARIANT: evaluation is synchronous, and what `satisfied` returns is used before the same dimension is asked again.
export function createTally(size: number): Tally {
  return { any: createBits(size), all: createBits(size), scratch: createBits(size), none: false, hits: 0 };
}

export function reset(tally: Tally): Tally {
  const { any, all } = tally;
  for (let word = 0; word < any.length; word += 1) {
    any[word] = 0;
    all[word] = 0xffffffff;
  }
  tally.hits = 0;
  tally.none = false;
  return tally;
}

export function tallyBits(tally: Tally, any: Bits, all: Bits): void {
  tally.hits += 1;
  for (let word = 0; word < any.length; word += 1) {
    tally.any[word] = (tally.any[word] ?? 0) | (any[word] ?? 0);
    tally.all[word] = (tally.all[word] ?? 0) & (all[word] ?? 0);
  }
}

export function union(into: Bits, bits: Bits): void {
  for (let word = 0; word < into.length; word += 1) into[word] = (into[word] ?? 0) | (bits[word] ?? 0);
}

export function tallyReadings(
  tally: Tally,
  set: PatternSet,
  readings: readonly string[],
  inside: boolean,
  except?: Bits,
): void {
  const { any, all, scratch } = tally;
  tally.hits += 1;
  let forwards = inside;
  for (const reading of readings) {
    // Most readings are named by no rule at all.
    if (!set.match(reading, scratch)) {
      forwards = false;
      continue;
    }
    for (let word = 0; word < scratch.length; word += 1) {
      any[word] = (any[word] ?? 0) | ((scratch[word] ?? 0) & ~(except?.[word] ?? 0));
      all[word] = (all[word] ?? 0) & (scratch[word] ?? 0);
      scratch[word] = 0;
    }
  }
  if (!forwards) clear(tally);
}

/** Readings of what may not be meant as a path at all: rules that refuse look at them, the others do not. */
export function tallyGuess(tally: Tally, set: PatternSet, readings: readonly string[], except?: Bits): void {
  const { any, scratch } = tally;
  for (const reading of readings) {
    if (!set.match(reading, scratch)) continue;
    for (let word = 0; word < scratch.length; word += 1) {
      any[word] = (any[word] ?? 0) | ((scratch[word] ?? 0) & ~(except?.[word] ?? 0));
      scratch[word] = 0;
    }
  }
}

/** A hit that no rule names. */
export function tallyUnnamed(tally: Tally): void {
  tally.hits += 1;
  clear(tally);
}

function clear(tally: Tally): void {
  if (tally.none) return;
  tally.all.fill(0);
  tally.none = true;
}

export function settle(tally: Tally, refusing: Bits): Bits {
  const { any, all, hits } = tally;
  for (let word = 0; word < any.length; word += 1) {
    const mask = refusing[word] ?? 0;
    any[word] = ((any[word] ?? 0) & mask) | (hits === 0 ? 0 : (all[word] ?? 0) & ~mask);
  }
  return any;
}
