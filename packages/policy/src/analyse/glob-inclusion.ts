// Tests whether one pattern matches every value that another pattern matches. The result is true only if this is
// certain, so there are no false positives, but some false negatives.
import { type GlobOptions, type Token, tokenize } from '../match/wildcards.js';

/** Tests whether `wide` matches every value that `narrow` matches. */
export function includes(wide: string, narrow: string, options: GlobOptions = {}): boolean {
  const wides = alternatives(wide).map((pattern) => symbols(pattern, options));
  return alternatives(narrow).every((pattern) => wides.some((one) => covers(one, symbols(pattern, options))));
}

// `dir/**` represents two patterns: the content of the folder, and the folder itself.
function alternatives(pattern: string): string[] {
  return pattern.endsWith('/**') && pattern.length > 3
    ? [pattern, ...alternatives(pattern.slice(0, -3))]
    : [pattern];
}

type Symbol = string | { readonly kind: Exclude<Token['kind'], 'literal'> };

function symbols(pattern: string, options: GlobOptions): Symbol[] {
  return tokenize(pattern, options).flatMap<Symbol>((token) =>
    token.kind === 'literal' ? Array.from(token.text) : [{ kind: token.kind }],
  );
}

function covers(wide: readonly Symbol[], narrow: readonly Symbol[]): boolean {
  const known = new Map<number, boolean>();
  const visit = (at: number, from: number): boolean => {
    const key = at * (narrow.length + 1) + from;
    const before = known.get(key);
    if (before !== undefined) return before;
    known.set(key, false);
    const answer = covered(wide, narrow, at, from, visit);
    known.set(key, answer);
    return answer;
  };
  return visit(0, 0);
}

function covered(
  wide: readonly Symbol[],
  narrow: readonly Symbol[],
  at: number,
  from: number,
  visit: (at: number, from: number) => boolean,
): boolean {
  const big = wide[at];
  const small = narrow[from];
  if (big === undefined) return small === undefined;
  const repeats = typeof big === 'object' && big.kind !== 'one';
  // A wildcard that can match the empty string may be omitted. The remaining pattern is narrower.
  if (repeats && visit(at + 1, from)) return true;
  if (small === undefined) return false;
  if (typeof big === 'string') return big === small && visit(at + 1, from + 1);
  if (typeof small === 'string') {
    if (big.kind === 'one') return visit(at + 1, from + 1);
    return (big.kind === 'globstar' || small !== '/') && visit(at, from + 1);
  }
  if (big.kind === 'one') return small.kind === 'one' && visit(at + 1, from + 1);
  if (big.kind === 'globstar') return visit(at, from + 1);
  return small.kind === 'star' && visit(at, from + 1);
}
