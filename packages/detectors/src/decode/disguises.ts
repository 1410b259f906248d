// Readings in which every letter stands for another one: ROT13, digits for letters, backwards. The length stays, so the
// way back is arithmetic.

import type { PositionMap } from '../engine/position-map.js';
import { textOfUnits } from '../engine/text-of-units.js';
import { writeUnits } from '../engine/units-of-text.js';
import { coreWords, fullWords, smallWords } from './core-words.js';
import type { Decoder } from './decoder.js';

const shifted = (offset: number): PositionMap => ({
  locate: (start, end) => [offset + start, offset + end],
});

const mirrored = (last: number): PositionMap => ({
  locate: (start, end) => [last - end, last - start],
});

/** The units of a text. A function for each letter of a pattern would cost ten times as much. */
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
  return textOfUnits(units);
}

const reverse = (text: string): string => textOfUnits(unitsOf(text).reverse());

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

/** A bar beside a bracket marks a turn, what names a host is an address; a four that stands alone is the word `a`. */
const standIns =
  /(?:[013457$!]|(?<!<)\|(?!>)|@(?![\w$-]{1,63}\.\w))(?=[\w$@.!])|(?<=[\w$@])[013457$]|(?<=[a-z\d$,] )4(?= [\w$])/gi;
const undigit = (text: string): string =>
  text.replace(standIns, (unit, at: number) => {
    const letter = digits[unit] ?? unit;
    return isCapital(text.charCodeAt(at - 1)) || isCapital(text.charCodeAt(at + 1))
      ? letter.toUpperCase()
      : letter;
  });
const isCapital = (unit: number): boolean => unit >= 65 && unit <= 90;

/** Every spelling of a word with at least one letter replaced. */
function spellings(word: string): string[] {
  const stand: Readonly<Record<string, string>> = { o: '0', i: '1', e: '3', a: '4@', s: '5$', t: '7' };
  let forms = [''];
  for (const letter of word) {
    const choices = [letter, ...(stand[letter] ?? '')];
    forms = forms.flatMap((form) => choices.map((choice) => form + choice));
  }
  return forms.filter((form) => form !== word);
}

/** Words in a row with nothing but underscores between them. */
const joined = /[^\W_]+(?:_[^\W_]+){2,}/g;
/** Programs give names of up to four words, and those rarely speak of prompts; variables in capitals hold what thieves want. */
const isName = (name: string): boolean =>
  name.split('_').length < 5 &&
  !/instruct|prompt|previous|prior|rules|user/i.test(name) &&
  !/KEY|SECRET|TOKEN/.test(name);

export const disguiseDecoders: readonly Decoder[] = [
  {
    name: 'rot13',
    literals: [
      ...coreWords.filter((word) => word.length > 4).map(rotate),
      ' gur ',
      ' naq ',
      ' lbhe ',
      ' guvf ',
      'lbh ner',
    ],
    reach: 512,
    enough: 2,
    reading: 'disguised',
    decode: (text, start, end) => ({ text: rotate(text.slice(start, end)), map: shifted(start) }),
  },
  {
    name: 'reversed',
    literals: [...coreWords.filter((word) => word.length > 5).map(reverse), ' eht ', ' uoy ', ' ruoy '],
    reach: 512,
    enough: 2,
    reading: 'disguised',
    decode: (text, start, end) => ({ text: reverse(text.slice(start, end)), map: mirrored(end) }),
  },
  {
    name: 'digits',
    literals: [
      ...smallWords,
      'ignore',
      'tell',
      'user',
      'your',
      'prior',
      'rules',
      'forget',
      'system',
      ...fullWords,
    ]
      .flatMap((word) => spellings(word))
      .filter((form) => /[a-z]/.test(form) && form !== '4all'),
    reach: 384,
    enough: 2,
    reading: 'disguised',
    decode: (text, start, end) => ({ text: undigit(text.slice(start, end)), map: shifted(start) }),
  },
  {
    name: 'underscores',
    literals: coreWords.filter((word) => word.length > 4).flatMap((word) => [`${word}_`, `_${word}`]),
    reach: 256,
    enough: 2,
    reading: 'disguised',
    decode: (text, start, end) => ({
      text: text
        .slice(start, end)
        .replace(joined, (name) => (isName(name) ? name : name.replaceAll('_', ' '))),
      map: shifted(start),
    }),
  },
];
