// A word of shell text with wildcards of the shell (`/etc/shad*`, `~/.s?h/id_[re]*`) names every file that it could match.
// Could one of them be a file that a rule names? Only rules that refuse ask.
import { tokenize } from '../glob.js';

const MAX_WORD = 512;

/** Has the word wildcards that the shell expands? */
export function hasShellGlob(word: string): boolean {
  return /[*?[]/.test(word);
}

type Wild = { readonly kind: 'star' | 'globstar' | 'one' };
type Symbol = string | Wild;

/** Could the shell's expansion of the word be a path that the pattern matches? */
export function couldMatch(pattern: string, word: string): boolean {
  if (word.length > MAX_WORD) return true;
  // `build/*` could be any name: only a pattern that names a place, not a name anywhere, is meant by it.
  if (
    pattern.startsWith('**') &&
    word
      .split('/')
      .some((part) => /[*?[]/.test(part) && !/[A-Za-z0-9]/.test(part.replace(/\[[^\]]*\]/g, 'x')))
  )
    return false;
  const folder = pattern.endsWith('/**') && pattern.length > 3 ? [pattern.slice(0, -3)] : [];
  const words = wordSymbols(word);
  return [pattern, ...folder].some((one) => meet(patternSymbols(one), words));
}

const patternSymbols = (pattern: string) =>
  tokenize(pattern).flatMap<Symbol>((token) =>
    token.kind === 'literal' ? Array.from(token.text) : [{ kind: token.kind }],
  );

function wordSymbols(word: string): Symbol[] {
  return (word.match(/\*+|\?|\[[^\]]*\]|[\s\S]/gu) ?? []).map((text) =>
    text.startsWith('*')
      ? { kind: 'star' }
      : text === '?' || (text.startsWith('[') && text.length > 1)
        ? { kind: 'one' }
        : text,
  );
}

// Walks both at once: a pair of places can be reached or not, so the work is bounded by their number.
function meet(pattern: readonly Symbol[], word: readonly Symbol[]): boolean {
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
    if (left !== undefined && right !== undefined && share(left, right, pattern[at - 1]))
      open.push([leftRepeats ? at : at + 1, rightRepeats ? from : from + 1]);
  }
  return false;
}

// Is there a character that both accept here? The shell's wildcards match neither a slash nor the dot of a hidden name.
function share(left: Symbol, right: Symbol, before: Symbol | undefined): boolean {
  if (typeof right === 'string')
    return typeof left === 'string' ? left === right : left.kind !== 'star' || right !== '/';
  if (typeof left !== 'string') return true;
  return left !== '/' && !(left === '.' && before === '/');
}
