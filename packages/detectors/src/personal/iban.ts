// International bank account numbers: a country, its length, the remainder mod 97.

import { isIbanSum } from './checks.js';
import type { NumberReader } from './reader.js';

/** Lengths by country, as registered. */
const LENGTHS = new Map(
  Object.entries({
    15: 'NO',
    16: 'BE',
    18: 'DK FI FO GL NL SD FK',
    19: 'MK SI',
    20: 'AT BA EE KZ LT LU XK MN',
    21: 'CH HR LI LV',
    22: 'BG BH CR DE GB GE IE ME RS VA',
    23: 'AE GI IL IQ OM SO TL',
    24: 'AD CZ ES MD PK RO SA SE SK TN VG DZ',
    25: 'LY PT ST',
    26: 'IS TR',
    27: 'BF BI CM CF CG DJ FR GA GQ GR IT MC MG MR SM TD KM',
    28: 'AL AZ BJ BY CI CY DO GT HN HU LB ML NE NI PL SN SV TG',
    29: 'BR EG PS QA UA',
    30: 'JO KW MU YE',
    31: 'MT SC',
    32: 'LC',
    33: 'RU',
  }).flatMap(([length, countries]) =>
    countries.split(' ').map((country) => [country, Number(length)] as const),
  ),
);

const EXCEPTIONS = new Map([
  ['BI', 27],
  ['IR', 26],
  ['AO', 25],
  ['CV', 25],
  ['MZ', 25],
  ['MA', 28],
  ['NI', 28],
]);

/** Countries whose account part holds digits only: a letter there is another number. */
const DIGITS_ONLY =
  /^(?:AE|AT|BA|BE|CZ|DE|DK|EE|ES|FI|FO|GL|HR|HU|IL|IS|LT|ME|NO|PL|PT|RS|SE|SI|SK|TL|TN|VA|XK)[0-9]+$/;
const DIGIT_COUNTRIES =
  /^(?:AE|AT|BA|BE|CZ|DE|DK|EE|ES|FI|FO|GL|HR|HU|IL|IS|LT|ME|NO|PL|PT|RS|SE|SI|SK|TL|TN|VA|XK)/;

/** Reads `DE89 3704 0044 0532 0130 00`, with or without single spaces, dashes or dots. */
export const iban: NumberReader = {
  name: 'iban',
  severity: 'high',
  runs: Array.from({ length: 31 }, (_, index) => index + 4),
  read(text, start) {
    const country = text.slice(start, start + 2).toUpperCase();
    const length = LENGTHS.get(country) ?? EXCEPTIONS.get(country);
    if (length === undefined || !/^[A-Za-z]{2}[0-9]{2}/.test(text.slice(start, start + 4))) return -1;
    const { compact, end } = take(text, start, length);
    if (compact.length !== length || !isAccount(compact) || /[A-Za-z0-9]/.test(text[end] ?? '')) return -1;
    return isIbanSum(compact) ? end : -1;
  },
  samples: {
    hit: [
      'IBAN: DE89 3704 0044 0532 0130 00',
      'pay to GB29NWBK60161331926819 today',
      'MT84MALT011000012345MTLCAST001S',
    ],
    miss: ['DE89 3704 0044 0532 0130 01', 'DE8937040044053201300', 'XX89 3704 0044 0532 0130 00'],
  },
};

function take(text: string, start: number, length: number): { compact: string; end: number } {
  let compact = '';
  let end = start;
  while (compact.length < length && end < text.length) {
    const character = text[end] as string;
    if (/[A-Za-z0-9]/.test(character)) compact += character.toUpperCase();
    else if (!/[ \u00a0.-]/.test(character) || !/[A-Za-z0-9]/.test(text[end + 1] ?? '')) break;
    end += 1;
  }
  return { compact, end };
}

function isAccount(compact: string): boolean {
  return (!DIGIT_COUNTRIES.test(compact) || DIGITS_ONLY.test(compact)) && /(?:[0-9].*){8}/.test(compact);
}
