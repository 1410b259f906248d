// Scores a passage: the address and the concepts that the following sentences express.

import { addressed } from './address.js';
import type { ConceptName } from './concepts.js';
import type { Mood } from './demand.js';
import { countAttackTopics, isMentioned, withoutQuotations } from './discussion.js';
import { findConcepts } from './find-concepts.js';
import { maxPassageLength, type PassageSentence, readPassage } from './passage.js';

/** The sum of the address and of the concepts from which on a passage is reported. */
const threshold = 6;

/** Returns the end of the suspicious part of the passage that begins at `index`, if there is one. */
export function scorePassage(
  text: string,
  index: number,
  address: number,
  known: KnownSentences,
): number | undefined {
  const topics = countAttackTopics(text.slice(Math.max(0, index - 200), index + 400));
  if (topics > 0 && isMentioned(text.slice(Math.max(0, index - 60), index), topics)) return undefined;
  return endOfSuspicion(readPassage(text, index), topics, address, 'any', known);
}

/** Returns the end of a sentence that a program has to carry out, and of the sentences behind it. */
export const scoreDemand = (text: string, start: number, known: KnownSentences): number | undefined =>
  countAttackTopics(text.slice(Math.max(0, start - 200), start + 400)) > 0
    ? undefined
    : endOfSuspicion(readPassage(text, start), 0, addressed.probably, 'any', known);

/**
 * Returns the end of the suspicious part of the paragraph around `index`, where words imply that a model reads the
 * text. Documentation mentions users as well, so the paragraph must conceal something, too.
 */
export function scoreParagraph(text: string, start: number, known: KnownSentences): number | undefined {
  if (!mayHide.test(text.slice(start, start + maxPassageLength))) return undefined;
  const topics = countAttackTopics(text.slice(Math.max(0, start - 200), start + 600));
  if (topics > 1) return undefined;
  return endOfSuspicion(readPassage(text, start), topics, 1, 'imperative', known, hidden);
}

/** Matches a word of each hidden concept, because most paragraphs about users hide nothing. */
const mayHide =
  /n't|\b(?:not|never|without|no one|nobody|no need|nothing|nor|avoid|silent|quiet|hide|conceal|drop|before the user|only see|sees? only|consent|agreed|approved|granted|cleared|vetted|verified|entitled|parameter|argument|field|internal|unread|skip|omit|memory)|!\[/;
const hidden: readonly ConceptName[] = [
  'concealment',
  'consent',
  'parameter',
  'image',
  'memory',
  'preference',
];

/** The concepts of sentences that were already read. Passages overlap, so a sentence may be read for each of them. */
export type KnownSentences = Map<string, ReadonlyMap<ConceptName, number>>;

function conceptsOf(
  sentence: string,
  topics: number,
  mood: Mood,
  known: KnownSentences,
): ReadonlyMap<ConceptName, number> {
  const text = topics > 0 ? withoutQuotations(sentence) : sentence;
  let concepts = known.get(text);
  if (concepts === undefined) {
    concepts = findConcepts(text, mood);
    known.set(text, concepts);
  }
  return concepts;
}

function endOfSuspicion(
  sentences: readonly PassageSentence[],
  topics: number,
  address: number,
  mood: Mood,
  known: KnownSentences,
  required?: readonly ConceptName[],
): number | undefined {
  const found = new Map<ConceptName, number>();
  for (const { sentence, end } of sentences) {
    for (const [name, weight] of conceptsOf(sentence, topics, mood, known)) found.set(name, weight);
    let score = topics > 1 ? address - topics : address;
    for (const weight of found.values()) score += weight;
    if (score < threshold) continue;
    if (required === undefined || required.some((name) => found.has(name))) return end;
  }
  return undefined;
}
