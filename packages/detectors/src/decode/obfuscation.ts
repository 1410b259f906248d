// Decodes obfuscations that preserve the length of the text: ROT13, reversed text, digits for letters, underscores
// for spaces. Positions in the original text can therefore be computed without a stored map.

import type { PositionMap } from '../engine/normalize/position-map.js';
import { textFromUnits } from '../engine/normalize/text-from-units.js';
import { writeUnits } from '../engine/normalize/units-from-text.js';
import type { Decoder } from './decoder.js';
import { commonWords, keywords, longKeywords } from './keywords.js';

const shifted = (offset: number): PositionMap => ({
  locate: (start, end) => [offset + start, offset + end],
});

const mirrored = (last: number): PositionMap => ({
  locate: (start, end) => [last - end, last - start],
});

/**
 * Returns the UTF-16 code units of a text. Changing units is ten times faster than replacing letters by a regular
 * expression with a callback.
 */
function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  writeUnits(text, units);
  return units;
}

const isLetter = (unit: number): boolean => (unit | 32) >= 97 && (unit | 32) <= 122;

function rotate(text: string): string {
  const units = unitsOf(text);
  for (let at = 0; at < units.length; at += 1) {
    const unit = units[at] as number;
    if (isLetter(unit)) units[at] = (unit & 31) <= 13 ? unit + 13 : unit - 13;
  }
  return textFromUnits(units);
}

const reverse = (text: string): string => textFromUnits(unitsOf(text).reverse());

const digits: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  $: 's',
  '@': 'a',
  '!': 'i',
  '|': 'l',
};

/**
 * Matches digits and symbols that replace letters, except the vertical bar of a chat token (`<|`) and the `@` of an e-mail
 * address. A separate `4` is the word `a`.
 */
const digitsForLetters =
  /(?:[013457$!]|(?<!<)\|(?!>)|@(?![\w$-]{1,63}\.\w))(?=[\w$@.!])|(?<=[\w$@])[013457$]|(?<=[a-z\d$,] )4(?= [\w$])/gi;
const replaceDigits = (text: string): string =>
  text.replace(digitsForLetters, (unit, at: number) => {
    const letter = digits[unit] ?? unit;
    return isCapital(text.charCodeAt(at - 1)) || isCapital(text.charCodeAt(at + 1))
      ? letter.toUpperCase()
      : letter;
  });
const isCapital = (unit: number): boolean => unit >= 65 && unit <= 90;

/** Returns every form of a word in which at least one letter is replaced by a digit or symbol. */
function spellings(word: string): string[] {
  const substitutes: Readonly<Record<string, string>> = { o: '0', i: '1', e: '3', a: '4@', s: '5$', t: '7' };
  let forms = [''];
  for (const letter of word) {
    const choices = [letter, ...(substitutes[letter] ?? '')];
    forms = forms.flatMap((form) => choices.map((choice) => form + choice));
  }
  return forms.filter((form) => form !== word);
}

/** Matches words joined by underscores. */
const joinedWords = /[^\W_]+(?:_[^\W_]+){2,}/g;
/**
 * Tests whether a name is an ordinary identifier. Such names have up to four words and seldom mention prompts.
 * Upper-case names of keys and tokens are excluded, because attacks ask for them.
 */
const isIdentifier = (name: string): boolean =>
  name.split('_').length < 5 &&
  !/instruct|prompt|previous|prior|rules|user/i.test(name) &&
  !/KEY|SECRET|TOKEN/.test(name);

export const obfuscationDecoders: readonly Decoder[] = [
  {
    name: 'rot13',
    literals: [
      ...keywords.filter((word) => word.length > 4).map(rotate),
      ' gur ',
      ' naq ',
      ' lbhe ',
      ' guvf ',
      'lbh ner',
    ],
    windowRadius: 512,
    minimumHits: 2,
    form: 'obfuscated',
    decode: (text, start, end) => ({ text: rotate(text.slice(start, end)), map: shifted(start) }),
  },
  {
    name: 'reversed',
    literals: [...keywords.filter((word) => word.length > 5).map(reverse), ' eht ', ' uoy ', ' ruoy '],
    windowRadius: 512,
    minimumHits: 2,
    form: 'obfuscated',
    decode: (text, start, end) => ({ text: reverse(text.slice(start, end)), map: mirrored(end) }),
  },
  {
    name: 'leetspeak',
    literals: [
      ...commonWords,
      ...'ignore tell user your prior rules forget system'.split(' '),
      ...longKeywords,
    ]
      .flatMap((word) => spellings(word))
      .filter((form) => /[a-z]/.test(form) && form !== '4all'),
    windowRadius: 384,
    minimumHits: 2,
    form: 'obfuscated',
    decode: (text, start, end) => ({ text: replaceDigits(text.slice(start, end)), map: shifted(start) }),
  },
  {
    name: 'underscores',
    literals: keywords.filter((word) => word.length > 4).flatMap((word) => [`${word}_`, `_${word}`]),
    windowRadius: 256,
    minimumHits: 2,
    form: 'obfuscated',
    decode: (text, start, end) => ({
      text: text
        .slice(start, end)
        .replace(joinedWords, (name) => (isIdentifier(name) ? name : name.replaceAll('_', ' '))),
      map: shifted(start),
    }),
  },
];
