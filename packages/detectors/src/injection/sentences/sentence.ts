// Finds the words of the lexicon in a sentence.

import type { Span } from '../../engine/normalize/position-map.js';
import { findReportedQuotations } from '../audience/reported-quotation.js';
import type { Dialogue } from './dialogue.js';
import { readOtherLanguageWords, readWords } from './lexicon/lexicon.js';
import { punctuationClass } from './lexicon/punctuation.js';
import type { Units } from './lexicon/units.js';
import type { Word } from './lexicon/word-trie.js';

/** A sentence within its context. */
export interface Sentence {
  /** The sentence and its context, in lower case and on one line. `start` and `end` are positions in this text. */
  readonly text: string;
  /** The sentence and its context in the original case. */
  readonly asWritten: string;
  readonly start: number;
  readonly end: number;
  /** The sentence itself, in lower case. */
  readonly sentenceText: string;
  readonly words: readonly Word[];
  /** The union of the classes of the words. */
  readonly classes: number;
  /** The union of the classes of the ASCII punctuation. */
  readonly punctuation: number;
  /** Tests whether another speaker precedes a position. */
  readonly dialogue: Pick<Dialogue, 'isBefore'>;
  /** True if the sentence is in a language other than English. */
  readonly isOtherLanguage: boolean;
}

/** The lexicons to use. */
export type Languages = 'english' | 'all';

/** Tests whether one of the wanted classes is set. */
export const has = (classes: number, wanted: number): boolean => (classes & wanted) !== 0;

/**
 * Matches URLs, e-mail addresses, hosts, IBANs and telephone numbers. Each alternative begins with its rarest
 * character, which makes the search faster.
 */
const addressPattern =
  /@[\w-]{1,30}\.[a-z]|https?:\/|www\.|\b[a-z]{2}\d{2} ?(?:[a-z0-9]{4} ?){3}|\+\d{1,3}[ \d-]{6}|(?<=[a-z0-9])\.(?:example|com|net|org|io|xyz|ru|cn|top|dev|site|info)\b/g;

/** Returns the positions of the addresses in the sentence, in order. */
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

/** Matches function words that occur only in English. */
const functionWords = /\b(?:the|and|you|your|this|with|that|from|are|will|not(?!:)|have)\b/;

/**
 * Returns the sentence from `start` to `end`, if it contains words of the lexicon. `text` is in lower case and on one
 * line; `units` are the units of the same text with its line breaks.
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
  const { words: englishWords, punctuation } = readWords(units, start, end);
  if (languages === 'english' && englishWords.length === 0) return undefined;
  const sentenceText = text.slice(start, end);
  const otherWords =
    languages === 'english' || functionWords.test(sentenceText)
      ? NO_WORDS
      : readOtherLanguageWords(units, start, end).words;
  const quotations =
    otherWords.length > 0 && quotationMark.test(sentenceText) ? findReportedQuotations(text, start, end) : [];
  const english = withoutQuotations(englishWords, quotations);
  const others = withoutQuotations(otherWords, quotations);
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

const quotationMark = /["'“”„‟«»「『‘’]/;

/** Drops the words of attacks that the text quotes and advises to report. */
const withoutQuotations = (words: readonly Word[], quotations: readonly Span[]): readonly Word[] =>
  quotations.length === 0
    ? words
    : words.filter(({ start, end }) => !quotations.some(([first, last]) => start >= first && end <= last));

/** Returns the weighted number of words. Long words count twice, because a short word may occur in many languages. */
const countWeighted = (words: readonly Word[]): number =>
  words.reduce((sum, { start, end }) => sum + (end - start > 3 ? 2 : 1), 0);

const question = /^\W*(?:how|what|why|can|could|should|is|are|does|do you|which|when)\b[^:]*\?\s*$/;

/** Tests for a question in English. */
export const isQuestion = ({ punctuation, sentenceText }: Sentence): boolean =>
  has(punctuation, punctuationClass.question) && question.test(sentenceText);
