// Tests whether sentences that are not English are a demand among people. Such a demand has the cues of an attack, but
// the text around it mentions relatives, meetings or recipes, and neither a model nor its user.

import { type Audience, findAudience, hasQuantifier } from '../audience/audience.js';
import type { Cues } from './cues/cues.js';
import { wordClass } from './lexicon/word-class.js';
import type { PlacedSentence } from './score.js';
import { has } from './sentence.js';

/** What the sentences demand. */
export interface Demand extends Pick<Cues, 'override' | 'address' | 'impersonation' | 'unrestricted'> {
  readonly action: number;
}

/** The length of the text around the sentences that is read. */
const around = 140;

export function isBetweenPeople(sentences: readonly PlacedSentence[], demand: Demand): boolean {
  const last = sentences.at(-1);
  const first = sentences[0];
  if (last === undefined || first === undefined) return false;
  if (!sentences.every(({ analysis }) => analysis.sentence.isOtherLanguage)) return false;
  const { text, asWritten, end, start } = last.analysis.sentence;
  const firstStart = Math.max(0, start - (last.start - first.start));
  const from = Math.max(0, firstStart - around);
  const to = end + around;
  const audience = findAudience(text.slice(from, to), asWritten.slice(from, to));
  if (audience.isGuideline && isRuleForPeople(demand, audience)) return true;
  if (audience.hasMachine || demand.address > 2 || demand.unrestricted > 2) return false;
  if (sendsSecret(sentences, demand, audience)) return false;
  return audience.people >= peopleNeeded(demand, text.slice(firstStart, end));
}

/**
 * Rules for people mention assistants, but give no instructions to them. They may replace earlier rules, in a text
 * that is clearly addressed to people.
 */
const isRuleForPeople = (
  { override, address, impersonation, unrestricted, action }: Demand,
  { people }: Audience,
): boolean =>
  (override < 4 || people > 2) && address < 4 && impersonation < 3 && unrestricted < 3 && action < 4;

const sendsSecret = (
  sentences: readonly PlacedSentence[],
  { action }: Demand,
  { hasProhibition }: Audience,
): boolean =>
  action > 3 ||
  (action === 3 &&
    !hasProhibition &&
    sentences.some(({ analysis }) => has(analysis.sentence.classes, wordClass.secret)));

/** Returns the number of words for people that are necessary. A clearer attack requires more of them. */
const peopleNeeded = ({ override, impersonation, action }: Demand, text: string): number =>
  1 + +(override > 2 && action > 2) + +(impersonation > 2) + (override > 2 && hasQuantifier(text) ? 2 : 0);
