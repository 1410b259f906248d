// A word of shell text with wildcards of the shell (`/etc/shad*`, `~/.s?h/id_[re]*`) names every file that it could match.
// Could one of them be a file that a rule names? Only rules that refuse ask.
import { tokenize } from '../glob.js';

const MAX_WORD = 512;

const RUN_TIME = /\$(?!HOME(?![A-Za-z0-9_])|\{HOME\})(?:[A-Za-z_][A-Za-z0-9_]*|\{[^}]*\}|\(\)|[0-9@#?!$*-])/g;

/** The word with a wildcard for everything that only running the text would tell. */
export function withRunTimeParts(word: string): string {
  return word.includes('$') ? word.replace(RUN_TIME, '*') : word;
}

/** Has the word wildcards that the shell expands? */
export function hasShellGlob(word: string): boolean {
  return /[*?[]/.test(word);
}

type Wild = { readonly kind: 'star' | 'globstar' | 'one' };
type Symbol = string | Wild;

/** Could the shell's expansion of the word be a path that the pattern matches? */
export function couldMatch(pattern: string, word: string): boolean {
  if (word.length > MAX_WORD) return true;
  if (pattern.startsWith('**') && !isMeant(pattern, word)) return false;
  const folder = pattern.endsWith('/**') && pattern.length > 3 ? [pattern.slice(0, -3)] : [];
  const words = wordSymbols(word);
  return [pattern, ...folder].some((one) => meet(patternSymbols(one), words));
}

// `src/*.ts` could be any name at all; a pattern for a name anywhere is meant only by a word that spells a part of it:
// `.e*v`, `id_*` and `*_rsa` are, `*.json` is not `secrets.json`.
function isMeant(pattern: string, word: string): boolean {
  const names = pattern.split('/').filter((name) => name !== '' && name !== '**');
  return word.split('/').some((part) => hasShellGlob(part) && names.some((name) => spellsPartOf(part, name)));
}

function spellsPartOf(part: string, name: string): boolean {
  const start = part.slice(0, part.search(/[*?[]/));
  const end = /[^*?\]]*$/.exec(part)?.[0] ?? '';
  const nameStart = /^[^*?]*/.exec(name)?.[0] ?? '';
  const nameEnd = /[^*?]*$/.exec(name)?.[0] ?? '';
  const common = Math.min(start.length, nameStart.length);
  if (
    start.slice(0, common) === nameStart.slice(0, common) &&
    (common > 1 || (common === 1 && start[0] === '.'))
  )
    return true;
  // `*.pem`: the ending is all that the pattern has.
  if (/^\*[^*?]+$/.test(name) && (end.endsWith(nameEnd) || start.endsWith(nameEnd.slice(0, 2)))) return true;
  const stem = end.replace(/\.[A-Za-z0-9]*$/, '').replace(/[^A-Za-z0-9]/g, '');
  return stem.length > 2 && nameEnd.endsWith(end);
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
