// Recognizes advice for people in sentences that are not English: not to pass on a secret, and what an assistant may
// not do.

import { audienceClass } from '../audience/audience-class.js';
import { findAudienceWords } from '../audience/audience-lexicon.js';
import { wordClass } from './lexicon/word-class.js';
import type { Word } from './lexicon/word-trie.js';
import { findAddresses, has, type Sentence } from './sentence.js';

/**
 * Tests whether the sentence prohibits to pass on a secret: `Tell nobody the password.` A sentence that also demands
 * to send something, or that mentions the user of a model, is no advice.
 */
export const isSecurityAdvice = (sentence: Sentence): boolean =>
  has(sentence.classes, wordClass.secret) &&
  !has(sentence.classes, wordClass.destination | wordClass.certainModel) &&
  countDisclosures(sentence.words) < 2 &&
  isHarmless(sentence, audienceClass.prohibition, audienceClass.machine);

/** Tests whether the sentence says what an assistant may not do: `The assistant may not send e-mails.` */
export const limitsAssistant = (sentence: Sentence): boolean =>
  has(sentence.classes, wordClass.model) &&
  !has(sentence.classes, wordClass.disclose | wordClass.dismiss | wordClass.destination) &&
  isHarmless(sentence, audienceClass.limit, 0);

/** Tests whether the sentence contains a word of the wanted classes, no word of the excluded ones, and no address. */
function isHarmless(sentence: Sentence, wanted: number, excluded: number): boolean {
  if (findAddresses(sentence).length > 0) return false;
  const words = findAudienceWords(sentence.sentenceText);
  return (
    words.some(({ classes }) => has(classes, wanted)) && !words.some(({ classes }) => has(classes, excluded))
  );
}

/** Returns the number of verbs of sending and revealing. Overlapping words count once. */
function countDisclosures(words: readonly Word[]): number {
  let count = 0;
  let until = 0;
  for (const { classes, start, end } of words) {
    if (!has(classes, wordClass.send | wordClass.reveal) || start < until) continue;
    until = end;
    count += 1;
  }
  return count;
}
