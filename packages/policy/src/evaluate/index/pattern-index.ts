// Many patterns, one value: which rules have a pattern that matches it? Each pattern is filed under a word that every
// match must contain, so that a value meets only the few patterns it could match.

import { compileGlob, type Matcher } from '../../match/glob.js';
import { addBit, type Bitset } from './bitset.js';

export interface PatternEntry {
  readonly glob: string;
  readonly rule: number;
}

export interface PatternIndex {
  /** Adds to `into` every rule with a pattern that matches the value; false when there is none. */
  match(value: string, into: Bitset): boolean;
  /**
   * Could a value that has all segments of `part` (and ends like it, for the last part) match, as far as these segments
   * say? When this is false for all parts of a value, nothing matches it.
   */
  couldMatch(part: string, isLast: boolean): boolean;
}

interface IndexedPattern {
  readonly matches: Matcher;
  readonly rule: number;
}

/** For paths and values: `*` stops at `/`, and patterns are filed under one of their literal segments. */
export function createPatternIndex(entries: readonly PatternEntry[]): PatternIndex {
  const frequency = new Map<string, number>();
  for (const { glob } of entries)
    for (const segment of literalSegments(glob)) frequency.set(segment, (frequency.get(segment) ?? 0) + 1);
  const filed = new Map<string, IndexedPattern[]>();
  const byEnd = new Map<number, IndexedPattern[]>();
  const others: IndexedPattern[] = [];
  for (const { glob, rule } of entries) {
    const entry = { matches: compileGlob(glob), rule };
    const key = rarest(literalSegments(glob), frequency);
    const end = glob.charCodeAt(glob.length - 1);
    if (key !== undefined) append(filed, key, entry);
    else if (end !== 42 && end !== 63) append(byEnd, end, entry);
    else others.push(entry);
  }
  // Most segments are filed nowhere, and their outer characters and length say so before they are cut out and hashed.
  const shapes = new Uint8Array(SHAPES);
  for (const key of filed.keys()) shapes[shapeOf(key, 0, key.length)] = 1;
  return {
    match(value, into) {
      let found = false;
      for (let start = filed.size === 0 ? value.length : 0; start < value.length; ) {
        const slash = value.indexOf('/', start);
        const end = slash === -1 ? value.length : slash;
        if (end > start && shapes[shapeOf(value, start, end)] === 1)
          found = test(filed.get(value.slice(start, end)), value, into) || found;
        start = end + 1;
      }
      if (byEnd.size > 0) found = test(byEnd.get(value.charCodeAt(value.length - 1)), value, into) || found;
      return test(others, value, into) || found;
    },
    couldMatch(part, isLast) {
      if (others.length > 0 || (isLast && byEnd.has(part.charCodeAt(part.length - 1)))) return true;
      for (let start = 0, at = 0; at <= part.length; at += 1)
        if (at === part.length || part.charCodeAt(at) === 47) {
          if (at > start && shapes[shapeOf(part, start, at)] === 1) return true;
          start = at + 1;
        }
      return false;
    },
  };
}

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

// A segment between two slashes without a wildcard must occur in every value that matches. `?` may stand for a
// slash and `**` may touch a segment from either side, so only segments with a slash (or an end) on both sides count.
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

/** For names, which repeat: what a name matches is computed once and remembered. */
export function memoizeByName<Result extends object>(
  compute: (value: string) => Result,
): (value: string) => Result {
  const known = new Map<string, Result>();
  return (value) => {
    const remembered = known.get(value);
    if (remembered !== undefined) return remembered;
    const result = compute(value);
    if (known.size < MAX_REMEMBERED && value.length <= 256) known.set(value, result);
    return result;
  };
}
