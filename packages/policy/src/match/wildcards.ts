// Parses the three wildcards of the policy language: `*` matches any characters except `/`, `**` matches any
// characters, and `?` matches one code point.

export const MAX_PATTERN_LENGTH = 1024;
export const MAX_WILDCARDS = 32;

export type Token =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'star' }
  | { readonly kind: 'globstar' }
  | { readonly kind: 'one' };

export interface GlobOptions {
  /** True for names, in which `*` also matches `/`. */
  readonly crossing?: boolean;
}

/** Splits a pattern into literals and wildcards. */
export function tokenize(pattern: string, options: GlobOptions = {}): Token[] {
  const tokens: Token[] = [];
  for (const text of pattern.match(/\*\*|\*|\?|[^*?]+/g) ?? []) {
    if (text === '**') tokens.push({ kind: 'globstar' });
    else if (text === '*') tokens.push({ kind: options.crossing ? 'globstar' : 'star' });
    else if (text === '?') tokens.push({ kind: 'one' });
    else tokens.push({ kind: 'literal', text });
  }
  return tokens;
}

/** Counts the wildcards of a pattern. A policy with more than `MAX_WILDCARDS` is rejected. */
export function countWildcards(pattern: string): number {
  return (pattern.match(/\*\*|\*|\?/g) ?? []).length;
}

/** Returns the text before the first wildcard. */
export function literalPrefix(pattern: string): string {
  const end = pattern.search(/[*?]/);
  return end === -1 ? pattern : pattern.slice(0, end);
}
