// Matches values with the wildcards of the policy language. Matching never backtracks further than one literal, so no
// combination of a pattern and a value makes it slow.

import { type GlobOptions, type Token, tokenize } from './wildcards.js';

/** Tests whether a value matches one compiled pattern. */
export type Matcher = (value: string) => boolean;

/** Compiles a pattern. `dir/**` also matches `dir` itself. */
export function compileGlob(pattern: string, options: GlobOptions = {}): Matcher {
  if (pattern.endsWith('/**') && pattern.length > 3) {
    const self = compileGlob(pattern.slice(0, -3), options);
    const below = compileTokens(tokenize(pattern, options));
    return (value) => below(value) || self(value);
  }
  return compileTokens(tokenize(pattern, options));
}

/** Compiles a list of names, in which `*` matches any characters. A name matches the list if it matches one entry. */
export function compileNames(patterns: readonly string[]): Matcher {
  const matchers = patterns.map((pattern) => compileGlob(pattern, { crossing: true }));
  return (name) => matchers.some((matches) => matches(name));
}

function compileTokens(tokens: readonly Token[]): Matcher {
  if (tokens.length === 0) return (value) => value === '';
  if (tokens.every((token) => token.kind === 'literal' || token.kind === 'globstar'))
    return compileLiterals(tokens);
  return compileStates(tokens);
}

// Compiles patterns whose only wildcard is `**`. The leftmost position of each literal is always the best, so each
// literal is searched for only once.
function compileLiterals(tokens: readonly Token[]): Matcher {
  const pieces = tokens.flatMap((token) => (token.kind === 'literal' ? [token.text] : []));
  const open = tokens[0]?.kind === 'globstar';
  const openEnd = tokens.at(-1)?.kind === 'globstar';
  const first = pieces[0];
  if (first === undefined) return () => true;
  if (pieces.length === 1) {
    if (open && openEnd) return (value) => value.includes(first);
    if (open) return (value) => value.endsWith(first);
    if (openEnd) return (value) => value.startsWith(first);
    return (value) => value === first;
  }
  const head = open ? '' : first;
  const tail = openEnd ? '' : (pieces.at(-1) ?? '');
  const middle = pieces.slice(open ? 0 : 1, openEnd ? pieces.length : -1);
  return (value) => {
    if (!value.startsWith(head) || !value.endsWith(tail)) return false;
    let at = head.length;
    for (const piece of middle) {
      const found = value.indexOf(piece, at);
      if (found === -1) return false;
      at = found + piece.length;
    }
    return at <= value.length - tail.length;
  };
}

type State = { readonly kind: 'char'; readonly code: number } | Exclude<Token, { kind: 'literal' }>;

// Compiles patterns with `*` or `?`. All reachable positions in the pattern are tracked in parallel, so the cost for
// each character of the value is at most the length of the pattern.
function compileStates(tokens: readonly Token[]): Matcher {
  const states = tokens.flatMap<State>((token) =>
    token.kind === 'literal'
      ? Array.from(token.text, (character) => ({
          kind: 'char' as const,
          code: character.codePointAt(0) ?? 0,
        }))
      : [token],
  );
  const end = states.length;
  const first = tokens[0];
  const prefix = first?.kind === 'literal' ? first.text : '';
  const last = tokens.at(-1);
  const suffix = last?.kind === 'literal' ? last.text : '';
  // A text that every match contains. Few values contain this text, and searching for it is cheaper than matching.
  const needed = tokens.reduce(
    (longest, token) =>
      token.kind === 'literal' && token.text.length > longest.length ? token.text : longest,
    '',
  );
  const start = Array.from(prefix).length;
  // The two lists are reused, so that long values need no additional memory. INVARIANT: matching is synchronous, so
  // the lists are not used by another call before it returns.
  const lists = [new Int32Array(end + 1), new Int32Array(end + 1)] as const;
  return (value) => {
    if (!value.startsWith(prefix) || !value.endsWith(suffix) || value.length < prefix.length) return false;
    if (!value.includes(needed)) return false;
    let [current, next] = lists;
    let length = addState(states, current, 0, start);
    for (let at = prefix.length; at < value.length; ) {
      const code = value.codePointAt(at) ?? 0;
      at += code > 0xffff ? 2 : 1;
      let filled = 0;
      for (let index = 0; index < length; index += 1)
        filled = step(states, next, filled, current[index] ?? 0, code);
      if (filled === 0) return false;
      [current, next] = [next, current];
      length = filled;
    }
    return current[length - 1] === end;
  };
}

function step(
  states: readonly State[],
  next: Int32Array,
  filled: number,
  index: number,
  code: number,
): number {
  const state = states[index];
  if (state === undefined) return filled;
  if (state.kind === 'globstar' || (state.kind === 'star' && code !== 47))
    return addState(states, next, filled, index);
  if (state.kind === 'one' || (state.kind === 'char' && state.code === code))
    return addState(states, next, filled, index + 1);
  return filled;
}

// INVARIANT: the list is sorted and has no duplicates, because states are visited in ascending order, and each state
// adds only itself or its successors. So comparing with the last entry is sufficient.
function addState(states: readonly State[], list: Int32Array, filled: number, index: number): number {
  let length = filled;
  let state = index;
  for (;;) {
    if (length === 0 || (list[length - 1] ?? 0) < state) {
      list[length] = state;
      length += 1;
    }
    const kind = states[state]?.kind;
    if (kind !== 'star' && kind !== 'globstar') return length;
    state += 1;
  }
}
