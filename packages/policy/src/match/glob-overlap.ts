// Tests whether a rule names a file that a shell word with wildcards can match (`/etc/shad*`, `~/.s?h/id_[re]*`).
// Only restrictive rules use this test.
import { haveCommonMatch, patternSymbols, wordSymbols } from './common-match.js';
import { literalPrefix } from './wildcards.js';

const MAX_WORD = 512;

const RUN_TIME = /\$(?!HOME(?![A-Za-z0-9_])|\{HOME\})(?:[A-Za-z_][A-Za-z0-9_]*|\{[^}]*\}|\(\)|[0-9@#?!$*-])/g;
const RUN_TIME_BARE = /\$(?!HOME(?![A-Za-z0-9_]))(?:[A-Za-z_][A-Za-z0-9_]*|\(\)|[0-9@#?!$*-])/g;

/** Returns the word with a wildcard for every part that is known only at run time. */
export function replaceRuntimeParts(word: string): string {
  if (!word.includes('$')) return word;
  // The text after the last closing brace is not searched. Otherwise thousands of open braces would each be searched
  // to the end.
  const closed = word.lastIndexOf('}') + 1;
  return word.slice(0, closed).replace(RUN_TIME, '*') + word.slice(closed).replace(RUN_TIME_BARE, '*');
}

/** Tests whether the word has wildcards that the shell expands. */
export function hasShellGlob(word: string): boolean {
  return /[*?[]/.test(word);
}

/** A word with wildcards, which is parsed once for all patterns. */
export interface GlobWord {
  readonly text: string;
  /** The text before the first wildcard. */
  readonly start: string;
  /** The text before the first and after the last wildcard in each segment with a wildcard. */
  readonly segments: readonly GlobSegment[];
}

interface GlobSegment {
  readonly start: string;
  readonly end: string;
  readonly stem: string;
}

export function parseGlobWord(text: string): GlobWord {
  const segments = text.length > MAX_WORD ? [] : text.split('/').filter(hasShellGlob).map(toSegment);
  return { text, start: beforeWildcard(text), segments };
}

const beforeWildcard = (text: string) => text.slice(0, Math.max(0, text.search(/[*?[]|$/)));

function toSegment(part: string): GlobSegment {
  const end = part.slice(Math.max(part.lastIndexOf('*'), part.lastIndexOf('?'), part.lastIndexOf(']')) + 1);
  const stem = end.replace(/\.[A-Za-z0-9]*$/, '').replace(/[^A-Za-z0-9]/g, '');
  return { start: beforeWildcard(part), end, stem };
}

/** Tests whether the shell could expand the word to a path that the pattern matches. */
export const overlaps = (pattern: string, word: string): boolean =>
  compileOverlap(pattern)(parseGlobWord(word));

/** Compiles the same test for one pattern and many words. */
export function compileOverlap(pattern: string): (word: GlobWord) => boolean {
  const folder = pattern.endsWith('/**') && pattern.length > 3 ? [pattern.slice(0, -3)] : [];
  const forms = [pattern, ...folder].map((one) => ({
    start: literalPrefix(one),
    symbols: patternSymbols(one),
  }));
  const names = pattern.startsWith('**') ? namesOf(pattern) : undefined;
  return (word) => {
    if (word.text.length > MAX_WORD) return true;
    if (names !== undefined && !spellsPartOfName(names, word)) return false;
    // A quick check: most patterns and words differ before the first wildcard of either.
    const near = forms.filter(({ start }) => haveSamePrefix(start, word.start));
    if (near.length === 0) return false;
    const symbols = wordSymbols(word.text);
    return near.some((form) => haveCommonMatch(form.symbols, symbols));
  };
}

const haveSamePrefix = (left: string, right: string) =>
  left.length < right.length ? right.startsWith(left) : left.startsWith(right);

interface PatternName {
  readonly start: string;
  readonly end: string;
  /** True for patterns such as `*.pem`, which consist of a suffix. */
  readonly isEnding: boolean;
}

const namesOf = (pattern: string): readonly PatternName[] =>
  pattern
    .split('/')
    .filter((name) => name !== '' && name !== '**')
    .map((name) => ({
      start: literalPrefix(name),
      end: name.slice(Math.max(name.lastIndexOf('*'), name.lastIndexOf('?')) + 1),
      isEnding: /^\*[^*?]+$/.test(name),
    }));

// Tests whether the word contains a part of the name. `src/*.ts` can expand to any name, so a pattern for a name in
// any folder matches only such words: `.e*v`, `id_*` and `*_rsa` match their names; `*.json` does not match
// `secrets.json`.
const spellsPartOfName = (names: readonly PatternName[], { segments }: GlobWord): boolean =>
  segments.some((segment) => names.some((name) => spellsPartOf(segment, name)));

function spellsPartOf({ start, end, stem }: GlobSegment, name: PatternName): boolean {
  const common = Math.min(start.length, name.start.length);
  if ((common > 1 || (common === 1 && start[0] === '.')) && haveSamePrefix(start, name.start)) return true;
  if (name.isEnding && (end.endsWith(name.end) || start.endsWith(name.end.slice(0, 2)))) return true;
  return stem.length > 2 && name.end.endsWith(end);
}
