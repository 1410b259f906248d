// Tests whether a pattern of the policy language and a word with shell wildcards match the same text.
import { tokenize } from './wildcards.js';

type Wild = { readonly kind: 'star' | 'globstar' | 'one' };
type Symbol = string | Wild;

export const patternSymbols = (pattern: string) =>
  tokenize(pattern).flatMap<Symbol>((token) =>
    token.kind === 'literal' ? Array.from(token.text) : [{ kind: token.kind }],
  );

// A bracket that follows the opening bracket is part of the set, and `[:lower:]` inside a set is a class.
const WORD_SYMBOL = /\*+|\?|\[[!^]?\]?(?:\[[:.=][^\]]{0,32}\]|[^\]])*\]|[\s\S]/gu;

export function wordSymbols(word: string): Symbol[] {
  return (word.match(WORD_SYMBOL) ?? []).map((text) =>
    text.startsWith('*')
      ? { kind: 'star' }
      : text === '?' || (text.startsWith('[') && text.length > 1)
        ? { kind: 'one' }
        : text,
  );
}

// Processes both patterns in parallel. Each pair of positions is visited once, so the cost is limited by the number
// of pairs.
export function haveCommonMatch(pattern: readonly Symbol[], word: readonly Symbol[]): boolean {
  const seen = new Set<number>();
  const open: [number, number][] = [[0, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [at, from] = next;
    const id = at * (word.length + 1) + from;
    if (seen.has(id)) continue;
    seen.add(id);
    const left = pattern[at];
    const right = word[from];
    if (left === undefined && right === undefined) return true;
    const leftRepeats = typeof left === 'object' && left.kind !== 'one';
    const rightRepeats = typeof right === 'object' && right.kind === 'star';
    if (leftRepeats) open.push([at + 1, from]);
    if (rightRepeats) open.push([at, from + 1]);
    if (left !== undefined && right !== undefined && acceptSameCharacter(left, right, pattern[at - 1]))
      open.push([leftRepeats ? at : at + 1, rightRepeats ? from : from + 1]);
  }
  return false;
}

// Tests whether one character matches at both positions. Shell wildcards match neither a slash nor the leading dot of
// a hidden name.
function acceptSameCharacter(left: Symbol, right: Symbol, before: Symbol | undefined): boolean {
  if (typeof right === 'string')
    return typeof left === 'string' ? left === right : left.kind !== 'star' || right !== '/';
  if (typeof left !== 'string') return true;
  return left !== '/' && !(left === '.' && before === '/');
}
