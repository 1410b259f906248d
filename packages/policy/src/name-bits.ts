// Which rules a name, a set of effects or a kind of message satisfies: computed once for each, and remembered by the index.
import { addBit, type Bits, createBits } from './bits.js';
import { foldName } from './facts/decode.js';
import { toBits } from './facts/effects.js';
import type { CompiledRule, NamePattern } from './fields.js';
import { literalPrefix } from './glob.js';
import { effectsMatch } from './judge.js';
import { formsOfName } from './name-forms.js';
import { rememberNames } from './pattern-set.js';

export function matchNames(
  rules: readonly CompiledRule[],
  field: 'tool' | 'server' | 'client' | 'identity' | 'prompt',
  value: string,
  size: number,
): Bits {
  const forms = formsOfName(value);
  const bits = createBits(size);
  for (const { names, refuses, index } of rules)
    if (names[field]?.some((pattern) => pattern.exact(value) || (refuses && forms.some(pattern.folded))))
      addBit(bits, index);
  return bits;
}

export function matching(
  rules: readonly CompiledRule[],
  field: 'host' | 'command',
  size: number,
  matches: (pattern: NamePattern) => boolean,
): Bits {
  const bits = createBits(size);
  for (const { names, index } of rules) if (names[field]?.some(matches)) addBit(bits, index);
  return bits;
}

export function matchEffects(rules: readonly CompiledRule[], found: number, size: number): Bits {
  const bits = createBits(size);
  for (const { rule, refuses, index } of rules)
    if (rule.match.effect !== undefined && effectsMatch(found, toBits(rule.match.effect), refuses))
      addBit(bits, index);
  return bits;
}

export function matchEvents(rules: readonly CompiledRule[], found: number, kind: string, size: number): Bits {
  const bits = createBits(size);
  for (const { rule, refuses, index } of rules) {
    const { event } = rule.match;
    if (event === undefined) continue;
    if (event.some((one) => one === kind) || effectsMatch(found, toBits(event), refuses)) addBit(bits, index);
  }
  return bits;
}

/** Could a rule mean the program together with one of its words? Few rules do, and only of few programs. */
export function createPhraseLook(rules: readonly CompiledRule[]): (base: string) => boolean {
  const beginnings = rules.flatMap(({ names, refuses }) =>
    (refuses ? (names.command ?? []) : []).flatMap(({ pattern }) =>
      /[ *?]/.test(pattern) ? [literalPrefix(foldName(pattern))] : [],
    ),
  );
  const answers = rememberNames((base) => {
    const start = `${foldName(base)} `;
    return { yes: beginnings.some((one) => start.startsWith(one) || one.startsWith(start)) };
  });
  return (base) => answers(base).yes;
}
