// Finds international bank account numbers: a valid country, the length that belongs to it, and remainder 1 modulo
// 97.

import type { NumberReader } from './number-reader.js';

/** The length for each registered country. */
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

/** Countries whose account part contains digits only. */
const DIGITS_ONLY = new Set(
  'AE AT BA BE CZ DE DK EE ES FI FO GL HR HU IL IS LT ME NO PL PT RS SE SI SK TL TN VA XK'.split(' '),
);

/**
 * Returns the two letters of a country as an index, or -1 if they are not letters. The function is called for every
 * word with a number in it.
 */
const placeOf = (one: number, other: number): number =>
  isLetter(one) && isLetter(other) ? (one & 31) * 32 + (other & 31) : -1;
const isLetter = (unit: number): boolean => (unit | 32) >= 97 && (unit | 32) <= 122;
const lengthAt = new Uint8Array(1_024);
const onlyDigitsAt = new Uint8Array(1_024);
for (const [country, length] of [...EXCEPTIONS, ...LENGTHS]) {
  const place = placeOf(country.charCodeAt(0), country.charCodeAt(1));
  lengthAt[place] = length;
  onlyDigitsAt[place] = DIGITS_ONLY.has(country) ? 1 : 0;
}

/** Reads account numbers such as `DE89 3704 0044 0532 0130 00`, with or without single spaces, dashes or dots. */
export const iban: NumberReader = {
  name: 'iban',
  severity: 'high',
  runs: Array.from({ length: 31 }, (_, index) => index + 4),
  read(text, start) {
    if (!isDigit(text.charCodeAt(start + 2)) || !isDigit(text.charCodeAt(start + 3))) return -1;
    const place = placeOf(text.charCodeAt(start), text.charCodeAt(start + 1));
    const length = lengthAt[place] ?? 0;
    return length === 0 ? -1 : readAccount(text, start, length, onlyDigitsAt[place] === 1);
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

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;
/** Tests for a space, a no-break space, a dash or a dot. */
const isSeparator = (unit: number): boolean => unit === 32 || unit === 160 || unit === 45 || unit === 46;

/**
 * Returns the end of an account number with a valid remainder, or -1. Single separators are skipped. The remainder is
 * computed according to ISO 7064 mod 97-10: the first four characters are moved to the end, and each letter becomes
 * two digits.
 */
function readAccount(text: string, start: number, length: number, digitsOnly: boolean): number {
  let rest = 0;
  let taken = 0;
  let digits = 0;
  let end = start;
  for (; taken < length && end < text.length; end += 1) {
    const unit = text.charCodeAt(end);
    if (isDigit(unit) || (isLetter(unit) && !(digitsOnly && taken > 1))) {
      if (taken >= 4) rest = addToRemainder(rest, unit);
      if (isDigit(unit)) digits += 1;
      taken += 1;
    } else if (!isSeparator(unit) || isSeparator(text.charCodeAt(end + 1))) break;
  }
  const next = text.charCodeAt(end);
  if (taken < length || digits < 8 || isDigit(next) || isLetter(next)) return -1;
  for (let index = start; index < start + 4; index += 1) rest = addToRemainder(rest, text.charCodeAt(index));
  return rest === 1 ? end : -1;
}

const addToRemainder = (rest: number, unit: number): number =>
  (isDigit(unit) ? rest * 10 + unit - 48 : rest * 100 + (unit & 31) + 9) % 97;
