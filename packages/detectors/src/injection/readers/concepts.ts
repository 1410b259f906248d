// Compiles the concepts: what an attacker wants a model to do with its tools, its answer and its memory. The concepts
// are templates in `concepts.json` over the word lists in `vocabulary.json`: `<send>~<secret>` matches a verb of
// sending and a secret within a few words.

import { shareContinuations } from '../regex-size.js';
import concepts from './concepts.json' with { type: 'json' };
import { inflect, irregularParticiples, participle } from './inflection.js';
import vocabulary from './vocabulary.json' with { type: 'json' };

export type ConceptName = keyof typeof concepts;

/** One part of a template: a list of verbs, or a pattern. */
export type Part = { readonly verbs: number } | { readonly pattern: RegExp };

export interface Concept {
  readonly name: ConceptName;
  /** How suspicious the concept is: 1 is a hint, 3 is rarely harmless. */
  readonly weight: number;
  /** True if negation is part of the concept, as in `do not tell`. Other concepts do not count if negated. */
  readonly isNegative: boolean;
  /** Sequences of parts. The concept is expressed if the parts of one sequence occur in order, near each other. */
  readonly sequences: readonly (readonly number[])[];
}

export interface Concepts {
  readonly parts: readonly Part[];
  readonly concepts: readonly Concept[];
  /** The verb lists of each word, as bits. */
  readonly verbs: ReadonlyMap<string, number>;
  /** The verb lists of each participle, as bits: `be sent`. */
  readonly participles: ReadonlyMap<string, number>;
}

let compiled: Concepts | undefined;

export const allConcepts = (): Concepts => {
  compiled ??= compile();
  return compiled;
};

function compile(): Concepts {
  const verbs = new Map<string, number>();
  const participles = new Map<string, number>();
  const add = (map: Map<string, number>, word: string, bit: number): void => {
    map.set(word, (map.get(word) ?? 0) | bit);
  };
  const bits = new Map<string, number>();
  for (const [name, list] of Object.entries(vocabulary.verbs)) {
    const bit = 1 << bits.size;
    bits.set(name, bit);
    for (const verb of list.split(' ')) {
      for (const form of inflect(verb)) add(verbs, form, bit);
      for (const form of participle(verb)) add(participles, form, bit);
    }
    for (const form of irregularParticiples) add(participles, form, bit);
  }
  const parts: Part[] = [];
  const numbers = new Map<string, number>();
  const toPart = (source: string): number => {
    const known = numbers.get(source);
    if (known !== undefined) return known;
    numbers.set(source, parts.length);
    parts.push(createPart(source, bits));
    return parts.length - 1;
  };
  const compiledConcepts = Object.entries(concepts).map(([name, concept]) => ({
    name: name as ConceptName,
    weight: concept.weight,
    isNegative: 'isNegative' in concept,
    sequences: concept.patterns.map((template) => template.split('~').map(toPart)),
  }));
  return { parts, concepts: compiledConcepts, verbs, participles };
}

/** Returns the part for a piece of a template: `<send>`, `(?:<send>|<access>)`, or a pattern that may contain words. */
function createPart(source: string, bits: ReadonlyMap<string, number>): Part {
  const names = /^(?:<([a-z]+)>|\(\?:<([a-z]+)>\|<([a-z]+)>\))$/.exec(source)?.slice(1).filter(Boolean);
  const lists = names?.map((name) => bits.get(name) ?? 0) ?? [];
  if (lists.length > 0 && !lists.includes(0)) return { verbs: lists.reduce((all, bit) => all | bit, 0) };
  const words: Readonly<Record<string, string>> = vocabulary.words;
  const expanded = source.replace(/<([a-z]+)>/g, (_, name: string) => words[name] as string);
  return { pattern: new RegExp(shareContinuations(expanded), 'g') };
}
