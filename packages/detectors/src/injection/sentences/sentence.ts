// A sentence with its words of the lexicon.

import type { Dialogue } from './dialogue.js';
import { readOtherLanguageWords, readWords } from './lexicon/lexicon.js';
import { punctuationClass } from './lexicon/punctuation.js';
import type { Units } from './lexicon/units.js';
import type { Word } from './lexicon/word-trie.js';

/** A sentence within its context. */
export interface Sentence {
  /** The sentence and the text around it, in lower case and on one line; `start` and `end` are positions in it. */
  readonly text: string;
  /** The same text in its original case. */
  readonly asWritten: string;
  readonly start: number;
  readonly end: number;
  /** The sentence itself, in lower case. */
  readonly sentenceText: string;
  readonly words: readonly Word[];
  /** All classes of its words. */
  readonly classes: number;
  /** All classes of its ASCII punctuation. */
  readonly punctuation: number;
  /** True if another speaker precedes it. */
  readonly dialogue: Pick<Dialogue, 'isBefore'>;
  /** True if it is written in a language other than English. */
  readonly isOtherLanguage: boolean;
}

/** The lexicons to use. */
export type Languages = 'english' | 'all';

/** True if one of the wanted classes is set. */
export const has = (classes: number, wanted: number): boolean => (classes & wanted) !== 0;

/** URLs, e-mail addresses, hosts, IBANs and telephone numbers. Each begins with its rarest character, which is faster. */
const addressPattern =
  /@[\w-]{1,30}\.[a-z]|https?:\/|www\.|\b[a-z]{2}\d{2} ?(?:[a-z0-9]{4} ?){3}|\+\d{1,3}[ \d-]{6}|(?<=[a-z0-9])\.(?:example|com|net|org|io|xyz|ru|cn|top|dev|site|info)\b/g;

/** The positions of addresses in the sentence, in order. */
export function findAddresses({ sentenceText, punctuation }: Sentence): readonly number[] {
  if (!has(punctuation, punctuationClass.address)) return [];
  const starts: number[] = [];
  addressPattern.lastIndex = 0;
  for (
    let match = addressPattern.exec(sentenceText);
    match !== null;
    match = addressPattern.exec(sentenceText)
  )
    starts.push(match.index);
  return starts;
}

/** Words that only English has. */
const functionWords = /\b(?:the|and|you|your|this|with|that|from|are|will|not|have)\b/;

/**
 * The sentence from `start` to `end`, if it contains words of the lexicon. `text` is in lower case and on one line; `units` are
 * those of the same text with its line breaks.
 */
export function readSentence(
  text: string,
  asWritten: string,
  units: Units,
  dialogue: Sentence['dialogue'],
  start: number,
  end: number,
  languages: Languages,
): Sentence | undefined {
  const { words: english, punctuation } = readWords(units, start, end);
  if (languages === 'english' && english.length === 0) return undefined;
  const sentenceText = text.slice(start, end);
  const others =
    languages === 'english' || functionWords.test(sentenceText)
      ? NO_WORDS
      : readOtherLanguageWords(units, start, end).words;
  const isOtherLanguage = others.length > 0 && countWeighted(others) > english.length;
  const words = isOtherLanguage ? others : english;
  let classes = 0;
  for (const word of words) classes |= word.classes;
  if (classes === 0) return undefined;
  return {
    text,
    asWritten,
    start,
    end,
    sentenceText,
    words,
    classes,
    punctuation,
    dialogue,
    isOtherLanguage,
  };
}

const NO_WORDS: readonly Word[] = [];

/** The number of words; longer ones count twice, since a short word may occur in many languages. */
const countWeighted = (words: readonly Word[]): number =>
  words.reduce((sum, { start, end }) => sum + (end - start > 3 ? 2 : 1), 0);

const question = /^\W*(?:how|what|why|can|could|should|is|are|does|do you|which|when)\b[^:]*\?\s*$/;

/** True if it is an English question. */
export const isQuestion = ({ punctuation, sentenceText }: Sentence): boolean =>
  has(punctuation, punctuationClass.question) && question.test(sentenceText);
