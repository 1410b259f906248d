// Finds the words of instructions to a model in a text. The word lists are in `words/`, one for each language, with
// accents; they are normalized like the texts.

import { isAscii } from '../../../engine/normalize/ascii.js';
import { normalize } from '../../../engine/normalize/normalize.js';
import { punctuationClass, punctuationOf } from './punctuation.js';
import { isCjk, isWordUnit, type Units } from './units.js';
import { wordClass } from './word-class.js';
import { type Word, WordTrie } from './word-trie.js';
import ar from './words/ar.txt';
import cs from './words/cs.txt';
import de from './words/de.txt';
import en from './words/en.txt';
import es from './words/es.txt';
import fr from './words/fr.txt';
import hi from './words/hi.txt';
import id from './words/id.txt';
import it from './words/it.txt';
import ja from './words/ja.txt';
import ko from './words/ko.txt';
import nl from './words/nl.txt';
import pl from './words/pl.txt';
import pt from './words/pt.txt';
import ru from './words/ru.txt';
import sv from './words/sv.txt';
import tr from './words/tr.txt';
import uk from './words/uk.txt';
import vi from './words/vi.txt';
import zh from './words/zh.txt';

const otherLanguages = [ar, cs, de, es, fr, hi, id, it, ja, ko, nl, pl, pt, ru, sv, tr, uk, vi, zh];

/** The tries are built when they are first needed. */
let english: WordTrie | undefined;
let others: WordTrie | undefined;

const englishTrie = (): WordTrie => {
  english ??= createTrie([en], wordClass, wordClass.english);
  return english;
};
const otherLanguagesTrie = (): WordTrie => {
  others ??= createTrie(otherLanguages, wordClass, wordClass.otherLanguage);
  return others;
};

/** The words of the lexicon that occur in a text, in order, and the ASCII punctuation of the text. */
export interface WordReading {
  readonly words: readonly Word[];
  readonly punctuation: number;
}

/** Finds every English word of the lexicon in units[start..end). */
export const readWords = (units: Units, start: number, end: number): WordReading =>
  readWith(englishTrie(), units, start, end);

/** Finds every word of the other languages in units[start..end). */
export const readOtherLanguageWords = (units: Units, start: number, end: number): WordReading =>
  readWith(otherLanguagesTrie(), units, start, end);

const fullStop = 46;

/** Finds every word of a trie in units[start..end). */
export function readWith(trie: WordTrie, units: Units, start: number, end: number): WordReading {
  const words: Word[] = [];
  let punctuation = 0;
  let isInside = start > 0 && isWordUnit(units[start - 1] as number);
  for (let at = start; at < end; at += 1) {
    const unit = units[at] as number;
    if (unit < 128) {
      const own = punctuationOf[unit] as number;
      punctuation |= own;
      if ((own & punctuationClass.word) === 0) {
        isInside = false;
        if (unit !== fullStop) continue;
      } else if (isInside) continue;
      else isInside = true;
      trie.collect(units, at, end, words);
    } else isInside = collectNonAscii(trie, units, at, end, isInside, words);
  }
  return { words, punctuation };
}

/** In Arabic, `and`, `then`, `with` and `for` are joined to the next word. */
const arabicPrefixes = new Set([...'وفبل'].map((letter) => letter.charCodeAt(0)));

/** Adds the words that start at a non-ASCII unit. Returns true if the current word continues after this unit. */
function collectNonAscii(
  trie: WordTrie,
  units: Units,
  at: number,
  end: number,
  isInside: boolean,
  words: Word[],
): boolean {
  const unit = units[at] as number;
  if (isCjk(unit)) {
    trie.collect(units, at, end, words);
    return false;
  }
  if (!isWordUnit(unit)) return false;
  if (isInside) return true;
  trie.collect(units, at, end, words);
  if (arabicPrefixes.has(unit)) trie.collect(units, at + 1, end, words);
  return true;
}

/**
 * Creates a trie of word lists. A section of a list is named after a class; all words also have the classes `common`.
 */
export function createTrie(
  wordLists: readonly string[],
  classesByName: Readonly<Record<string, number>>,
  common = 0,
): WordTrie {
  const trie = new WordTrie();
  for (const wordList of wordLists) {
    const lines = wordList.split('\n');
    const normalized = normalizeAll(wordList).split('\n');
    let classes = 0;
    lines.forEach((line, index) => {
      if (line.startsWith('[')) classes = (classesByName[line.slice(1, -1)] as number) | common;
      else if (line !== '' && !line.startsWith('#')) trie.add(normalized[index] as string, classes);
    });
  }
  return trie;
}

/** Normalizes a text like the texts that are searched, in lower case. */
function normalizeAll(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const steps = normalize(text);
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value.text.toLowerCase();
  }
}
