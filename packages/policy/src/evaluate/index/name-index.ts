// Determines which rules match a name, a set of effects or a kind of message, and caches the result.

import { toEffectBits } from '../../facts/effects.js';
import { foldName } from '../../facts/encoding/decode.js';
import type { CompiledRule, NamePattern } from '../../match/compiled-rule.js';
import { equivalentNames } from '../../match/equivalent-names.js';
import { literalPrefix } from '../../match/wildcards.js';
import { effectsMatch, ruleMatchesEffects } from '../match-effects.js';
import { addBit, type Bitset, createBitset } from './bitset.js';
import { memoizeByName } from './pattern-index.js';

export function rulesMatchingName(
  rules: readonly CompiledRule[],
  field: 'tool' | 'server' | 'client' | 'identity' | 'prompt',
  value: string,
  size: number,
): Bitset {
  const forms = equivalentNames(value);
  const bits = createBitset(size);
  for (const { names, restricts, index } of rules)
    if (names[field]?.some((pattern) => pattern.exact(value) || (restricts && forms.some(pattern.folded))))
      addBit(bits, index);
  return bits;
}

/**
 * Returns a function that adds the rules for a program, in any form of its name. The number of rules hardly affects
 * its cost.
 */
export function createCommandLookup(rules: readonly CompiledRule[]): (name: string, into: Bitset) => void {
  const literal = new Map<string, number[]>();
  const folded = new Map<string, number[]>();
  const wild: { readonly pattern: NamePattern; readonly index: number }[] = [];
  for (const { names, index } of rules)
    for (const pattern of names.command ?? []) {
      const form = foldName(pattern.pattern);
      if (WILDCARD.test(pattern.pattern) || WILDCARD.test(form)) wild.push({ pattern, index });
      else {
        literal.set(pattern.pattern, [...(literal.get(pattern.pattern) ?? []), index]);
        folded.set(form, [...(folded.get(form) ?? []), index]);
      }
    }
  return (name, into) => {
    const forms = equivalentNames(name);
    for (const index of literal.get(name) ?? NO_RULES) addBit(into, index);
    for (const form of forms) for (const index of folded.get(form) ?? NO_RULES) addBit(into, index);
    for (const { pattern, index } of wild)
      if (pattern.exact(name) || forms.some(pattern.folded)) addBit(into, index);
  };
}

const WILDCARD = /[*?]/;
const NO_RULES: readonly number[] = [];

export function rulesMatching(
  rules: readonly CompiledRule[],
  field: 'host' | 'command',
  size: number,
  matches: (pattern: NamePattern) => boolean,
): Bitset {
  const bits = createBitset(size);
  for (const { names, index } of rules) if (names[field]?.some(matches)) addBit(bits, index);
  return bits;
}

export function rulesMatchingEffects(rules: readonly CompiledRule[], found: number, size: number): Bitset {
  const bits = createBitset(size);
  for (const { rule, restricts, index } of rules)
    if (rule.match.effect !== undefined && ruleMatchesEffects(rule, restricts, found)) addBit(bits, index);
  return bits;
}

export function rulesMatchingEvent(
  rules: readonly CompiledRule[],
  found: number,
  kind: string,
  size: number,
): Bitset {
  const bits = createBitset(size);
  for (const { rule, restricts, index } of rules) {
    const { event } = rule.match;
    if (event === undefined) continue;
    if (event.some((one) => one === kind) || effectsMatch(found, toEffectBits(event), restricts))
      addBit(bits, index);
  }
  return bits;
}

/** Returns a test whether a rule can match the program together with one of its first words. Few rules can. */
export function createPhraseFilter(rules: readonly CompiledRule[]): (base: string) => boolean {
  const beginnings = rules.flatMap(({ names, restricts }) =>
    (restricts ? (names.command ?? []) : []).flatMap(({ pattern }) =>
      /[ *?]/.test(pattern) ? [literalPrefix(foldName(pattern))] : [],
    ),
  );
  const answers = memoizeByName((base) => {
    const start = `${foldName(base)} `;
    return { yes: beginnings.some((one) => start.startsWith(one) || one.startsWith(start)) };
  });
  return (base) => answers(base).yes;
}
