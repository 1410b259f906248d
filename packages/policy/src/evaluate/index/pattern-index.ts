// Matches one value against the patterns of all rules. Each pattern is stored under a text that every match must
// contain, or begin or end with, so that a value is compared with only few patterns.

import { compileGlob, type Matcher } from '../../match/glob.js';
import { addBit, type Bitset } from './bitset.js';

export interface PatternEntry {
  readonly glob: string;
  readonly rule: number;
}

export interface PatternIndex {
  /** Adds every rule with a matching pattern to `into`. Returns false if there is no such rule. */
  match(value: string, into: Bitset): boolean;
  /**
   * Tests whether a value with the segments of `part` could match. For the last part, the end of the value is tested
   * as well. If the result is false for all parts of a value, no pattern matches the value.
   */
  couldMatch(part: string, isLast: boolean): boolean;
}

interface IndexedPattern {
  readonly matches: Matcher;
  readonly rule: number;
}

/**
 * Creates an index for paths and values, in which `*` stops at `/`. Patterns are stored under one of their literal
 * segments.
 */
export function createPatternIndex(entries: readonly PatternEntry[]): PatternIndex {
  const frequency = new Map<string, number>();
  for (const { glob } of entries)
    for (const segment of literalSegments(glob)) frequency.set(segment, (frequency.get(segment) ?? 0) + 1);
  const filed = new Map<string, IndexedPattern[]>();
  const byEnd = new Map<number, IndexedPattern[]>();
  const byStart = new Map<number, IndexedPattern[]>();
  const others: IndexedPattern[] = [];
  for (const { glob, rule } of entries) {
    const entry = { matches: compileGlob(glob), rule };
    const key = rarest(literalSegments(glob), frequency);
    if (key !== undefined) append(filed, key, entry);
    else if (/[^*?]{2}$/.test(glob)) append(byEnd, endOf(glob), entry);
    else if (startsSegment.test(glob)) append(byStart, startOf(glob, glob.search(startsSegment) + 1), entry);
    else others.push(entry);
  }
  // The first and last characters and the lengths of the stored segments. They exclude most segments of a value
  // before the segments are cut out and hashed.
  const shapes = new Uint8Array(SHAPES);
  for (const key of filed.keys()) shapes[shapeOf(key, 0, key.length)] = 1;
  return {
    match(value, into) {
      let found = false;
      for (let start = filed.size + byStart.size === 0 ? value.length : 0; start < value.length; ) {
        const slash = value.indexOf('/', start);
        const end = slash === -1 ? value.length : slash;
        if (end > start && shapes[shapeOf(value, start, end)] === 1)
          found = test(filed.get(value.slice(start, end)), value, into) || found;
        if (byStart.size > 0 && end - start > 1)
          found = test(byStart.get(startOf(value, start)), value, into) || found;
        start = end + 1;
      }
      if (byEnd.size > 0) found = test(byEnd.get(endOf(value)), value, into) || found;
      return test(others, value, into) || found;
    },
    couldMatch(part, isLast) {
      if (others.length > 0 || (isLast && (part.length < 2 || byEnd.has(endOf(part))))) return true;
      for (let start = 0, at = 0; at <= part.length; at += 1)
        if (at === part.length || part.charCodeAt(at) === 47) {
          if (at > start && shapes[shapeOf(part, start, at)] === 1) return true;
          if (at > start + 1 && byStart.has(startOf(part, start))) return true;
          start = at + 1;
        }
      return false;
    },
  };
}

// Matches a segment that begins with two literal characters, as in `**/id_rsa*`. Every matching value has a segment
// with these characters.
const startsSegment = /\/[^*?/]{2}/;

const startOf = (text: string, at: number): number => (text.charCodeAt(at) << 16) | text.charCodeAt(at + 1);

/** Returns the last two characters as a number. Few patterns have the same last two characters. */
const endOf = (text: string): number =>
  (text.charCodeAt(text.length - 2) << 16) | text.charCodeAt(text.length - 1);

const SHAPES = 4096;

function shapeOf(text: string, start: number, end: number): number {
  return ((text.charCodeAt(start) * 31 + text.charCodeAt(end - 1)) * 31 + end - start) & (SHAPES - 1);
}

function test(entries: readonly IndexedPattern[] | undefined, value: string, into: Bitset): boolean {
  if (entries === undefined) return false;
  let found = false;
  for (const { matches, rule } of entries)
    if (matches(value)) {
      addBit(into, rule);
      found = true;
    }
  return found;
}

function append<K>(map: Map<K, IndexedPattern[]>, key: K, entry: IndexedPattern): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [entry]);
  else list.push(entry);
}

// Returns the segments without wildcards between two slashes. Every matching value contains them. `?` can match a
// slash and `**` can touch a segment on either side, so only segments with a slash or the end of the pattern on both
// sides count.
function literalSegments(glob: string): string[] {
  return glob.split('/').filter((segment) => segment !== '' && !/[*?]/.test(segment));
}

function rarest(segments: readonly string[], frequency: ReadonlyMap<string, number>): string | undefined {
  let best: string | undefined;
  for (const segment of segments)
    if (best === undefined || (frequency.get(segment) ?? 0) < (frequency.get(best) ?? 0)) best = segment;
  return best;
}

const MAX_REMEMBERED = 512;

/** Caches the result for each name, because names repeat. */
export function memoizeByName<Result extends object>(
  compute: (value: string) => Result,
): (value: string) => Result {
  const known = new Map<string, Result>();
  return (value) => {
    const cached = known.get(value);
    if (cached !== undefined) return cached;
    const result = compute(value);
    if (known.size < MAX_REMEMBERED && value.length <= 256) known.set(value, result);
    return result;
  };
}
