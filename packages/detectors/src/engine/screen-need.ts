// Needs at work: which literals to wait for, and whether a piece of text satisfies the rest.

import type { Need, Word } from './screen-pattern.js';
import type { Rarity } from './screen-rarity.js';

/** Literals of which one stands in every text that satisfies a need, and how often they are seen for nothing. */
export interface Watch {
  readonly words: readonly Word[];
  readonly cost: number;
}

/** A need with what is rare in front, so that most texts fail it at once. */
export type ReadyNeed = { readonly watch: Watch } & (
  | { readonly kind: 'one'; readonly words: readonly Word[] }
  | { readonly kind: 'all' | 'any'; readonly needs: readonly ReadyNeed[] }
);

/** Makes a need ready to be asked. */
export function prepareNeed(need: Need, rarity: Rarity): ReadyNeed {
  if (need.kind === 'one') return { kind: 'one', words: need.words, watch: watchAll(need.words, rarity) };
  const needs = need.needs.map((one) => prepareNeed(one, rarity)).sort((a, b) => a.watch.cost - b.watch.cost);
  const [rarest] = needs;
  if (need.kind === 'all' && rarest !== undefined) return { kind: 'all', needs, watch: rarest.watch };
  const words = needs.flatMap(({ watch }) => watch.words);
  return { kind: 'any', needs, watch: watchAll(words, rarity) };
}

/** Any of some literals. */
export const watchAll = (words: readonly Word[], rarity: Rarity): Watch => ({
  words,
  cost: words.reduce((sum, word) => sum + rarity.of(word), 0),
});

/** Whether a text in lower case satisfies a need. */
export function isSatisfied(need: ReadyNeed, text: string): boolean {
  if (need.kind === 'one') return need.words.some((word) => text.includes(word.text));
  return need.kind === 'all'
    ? need.needs.every((one) => isSatisfied(one, text))
    : need.needs.some((one) => isSatisfied(one, text));
}
