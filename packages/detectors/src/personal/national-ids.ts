// Finds national identity numbers. Each row is a format and its check. For formats without check digits, the word
// before the number must name the type of the number.

import { isValidDate, luhn, remainder, verhoeff, weighted } from './check-digits.js';
import { digitsOf, isNear, isPartOfLongerNumber, matchAt, type NumberReader } from './number-reader.js';

interface Format {
  readonly name: string;
  readonly runs: readonly number[];
  /** A sticky pattern, which is tried at the start of a number. */
  readonly pattern: RegExp;
  readonly check: (text: string, digits: string) => boolean;
  /**
   * The word that must precede the number. It is required if the check digits alone would accept one number in ten.
   */
  readonly word?: RegExp;
  readonly hit: string;
  readonly miss: string;
}

const DNI_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';
const HETU_LETTERS = '0123456789ABCDEFHJKLMNPRSTUVWXY';

const formats: readonly Format[] = [
  {
    name: 'us-ssn',
    runs: [3],
    pattern: /(?!000|666|9)[0-9]{3}([ .-])(?!00)[0-9]{2}\1(?!0000)[0-9]{4}/y,
    // Excludes two example numbers that were printed on cards and leaflets.
    check: (_, digits) => digits !== '078051120' && digits !== '219099999',
    hit: 'employee 324-56-4094',
    miss: 'part 666-45-6789',
  },
  {
    name: 'us-ssn-plain',
    runs: [3, 5, 9],
    pattern: /(?!000|666|9)[0-9]{3}-?(?!00)[0-9]{2}-?(?!0000)[0-9]{4}/y,
    word: /(?:ssn|social security(?: (?:number|no))?)[\s:#.="']{0,5}$/i,
    check: (_, digits) => digits !== '078051120' && digits !== '219099999',
    hit: 'SSN: 324564094',
    miss: 'number 324564094',
  },
  {
    name: 'us-itin',
    runs: [3],
    pattern: /9[0-9]{2}-(?:5[0-9]|6[0-5]|7[0-9]|8[0-8]|9[0-24-9])-[0-9]{4}/y,
    word: /(?:itin|taxpayer|tax id)[a-z\s:#.="']{0,20}$/i,
    check: () => true,
    hit: 'ITIN 912-70-1234',
    miss: 'part 912-70-1234',
  },
  {
    name: 'uk-national-insurance',
    runs: [2, 4, 6, 8, 9],
    pattern:
      /(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-D]/y,
    check: () => true,
    hit: 'NI AB 12 34 56 C',
    miss: 'NI GB 12 34 56 C',
  },
  {
    name: 'uk-nhs',
    runs: [3, 6, 10],
    pattern: /[0-9]{3}[ -]?[0-9]{3}[ -]?[0-9]{4}/y,
    word: /nhs[a-z\s:#.="']{0,20}$/i,
    check: (_, digits) =>
      (11 - (weighted(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === Number(digits[9]),
    hit: 'NHS number 943 476 5919',
    miss: 'NHS number 943 476 5918',
  },
  {
    name: 'canada-sin',
    runs: [3],
    pattern: /[1-79][0-9]{2}[ -][0-9]{3}[ -][0-9]{3}/y,
    check: (_, digits) => luhn(digits),
    hit: 'SIN 130-692-544',
    miss: 'SIN 130-692-545',
  },
  {
    name: 'india-aadhaar',
    runs: [4],
    pattern: /[2-9][0-9]{3}[ -][0-9]{4}[ -][0-9]{4}/y,
    check: (_, digits) => verhoeff(digits),
    hit: 'Aadhaar 2345 6789 0124',
    miss: 'Aadhaar 2345 6789 0125',
  },
  {
    name: 'india-pan',
    runs: [10],
    pattern: /[A-Z]{3}[ABCFGHJLPT][A-Z][0-9]{4}[A-Z]/y,
    word: /\bpan\b[a-z\s:#.="']{0,20}$/i,
    check: () => true,
    hit: 'PAN: ABCPE1234F',
    miss: 'part ABCPE1234F',
  },
  {
    name: 'spain-dni',
    runs: [8, 9],
    pattern: /[0-9]{8}-?[A-HJ-NP-TV-Z]/y,
    check: (text, digits) => DNI_LETTERS[Number(digits) % 23] === text.at(-1),
    hit: 'DNI 12345678Z',
    miss: 'DNI 12345678A',
  },
  {
    name: 'spain-nie',
    runs: [1, 8, 9],
    pattern: /[XYZ]-?[0-9]{7}-?[A-HJ-NP-TV-Z]/y,
    check: (text, digits) => DNI_LETTERS[Number('XYZ'.indexOf(text.charAt(0)) + digits) % 23] === text.at(-1),
    hit: 'NIE X1234567L',
    miss: 'NIE X1234567A',
  },
  {
    name: 'italy-fiscal-code',
    runs: [16],
    pattern: /[A-Z]{6}[0-9LMNPQRSTUV]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z]/y,
    check: (text) => isFiscalCode(text),
    hit: 'CF RSSMRA85T10A562S',
    miss: 'CF RSSMRA85T10A562T',
  },
  {
    name: 'brazil-cpf',
    runs: [3],
    pattern: /[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}/y,
    check: (_, digits) => isCpf(digits),
    hit: 'CPF 529.982.247-25',
    miss: 'CPF 529.982.247-26',
  },
  {
    name: 'france-nir',
    runs: [1, 3, 5, 7, 10, 13, 15],
    pattern:
      /[12] ?[0-9]{2} ?(?:0[1-9]|1[0-2]|[2-9][0-9]) ?(?:[0-9]{2}|2[AB]) ?[0-9]{3} ?[0-9]{3} ?[0-9]{2}/y,
    check: (text) => isNir(text.replace(/ /g, '')),
    hit: 'NIR 2 55 08 14 168 025 38',
    miss: 'NIR 2 55 08 14 168 025 39',
  },
  {
    name: 'belgium-national-number',
    runs: [2],
    pattern: /[0-9]{2}\.[0-9]{2}\.[0-9]{2}-[0-9]{3}\.[0-9]{2}/y,
    check: (_, digits) =>
      [digits.slice(0, 9), `2${digits.slice(0, 9)}`].some(
        (base) => 97 - remainder(base, 97) === Number(digits.slice(9)),
      ),
    hit: '85.07.30-033.28',
    miss: '85.07.30-033.29',
  },
  {
    name: 'netherlands-bsn',
    runs: [9],
    pattern: /[0-9]{9}/y,
    word: /(?:bsn|burgerservicenummer|sofi)[a-z\s:#.="']{0,12}$/i,
    check: (_, digits) => weighted(digits, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0,
    hit: 'BSN 111222333',
    miss: 'BSN 111222334',
  },
  {
    name: 'poland-pesel',
    runs: [11],
    pattern: /[0-9]{11}/y,
    word: /pesel[a-z\s:#.="']{0,12}$/i,
    check: (_, digits) => weighted(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0,
    hit: 'PESEL 44051401359',
    miss: 'PESEL 44051401358',
  },
  {
    name: 'sweden-personal-number',
    runs: [6, 8],
    pattern: /(?:19|20)?[0-9]{6}[-+][0-9]{4}/y,
    check: (_, digits) =>
      luhn(digits.slice(-10)) && isValidDate(Number(digits.slice(-8, -6)), Number(digits.slice(-6, -4)) % 60),
    hit: '811228-9874',
    miss: '811228-9875',
  },
  {
    name: 'finland-personal-code',
    runs: [6, 11],
    pattern: /[0-3][0-9][01][0-9]{3}[-+A-FU-Y][0-9]{3}[0-9A-FHJ-NPR-Y]/y,
    check: (text, digits) => HETU_LETTERS[Number(digits.slice(0, 9)) % 31] === text.at(-1),
    hit: 'hetu 131052-308T',
    miss: 'hetu 131052-308U',
  },
  {
    name: 'norway-birth-number',
    runs: [6, 11],
    pattern: /[0-9]{6} ?[0-9]{5}/y,
    check: (_, digits) => isBirthNumber(digits),
    hit: 'fnr 01010050053',
    miss: 'fnr 01010050054',
  },
  {
    name: 'denmark-cpr',
    runs: [6],
    pattern: /[0-9]{6}-[0-9]{4}/y,
    word: /cpr[a-z\s:#.="']{0,12}$/i,
    check: (_, digits) => isValidDate(Number(digits.slice(2, 4)), Number(digits.slice(0, 2))),
    hit: 'CPR 211062-5629',
    miss: 'CPR 991362-5629',
  },
  {
    name: 'germany-tax-id',
    runs: [2, 5, 8, 11],
    pattern: /[1-9][0-9](?: ?[0-9]{3}){3}/y,
    word: /(?:steuer-?id|steuerliche|idnr|tin)[a-z\s:#.="-]{0,24}$/i,
    check: (_, digits) => isGermanTaxId(digits),
    hit: 'Steuer-ID 86 095 742 719',
    miss: 'Steuer-ID 86 095 742 718',
  },
  {
    name: 'switzerland-ahv',
    runs: [3, 7, 11, 13],
    pattern: /756\.?[0-9]{4}\.?[0-9]{4}\.?[0-9]{2}/y,
    check: (_, digits) => weighted(digits, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0,
    hit: 'AHV 756.9217.0769.85',
    miss: 'AHV 756.9217.0769.86',
  },
  {
    name: 'china-resident-id',
    runs: [18],
    pattern: /[1-9][0-9]{5}(?:19|20)[0-9]{2}[01][0-9][0-3][0-9]{4}[0-9Xx]/y,
    check: (text) =>
      '10X98765432'[weighted(text, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11] ===
      text.at(-1)?.toUpperCase(),
    hit: '11010519491231002X',
    miss: '110105194912310021',
  },
  {
    name: 'korea-resident-number',
    runs: [6],
    pattern: /[0-9]{6}-[1-8][0-9]{6}/y,
    check: (_, digits) =>
      isValidDate(Number(digits.slice(2, 4)), Number(digits.slice(4, 6))) &&
      (11 - (weighted(digits, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11)) % 10 === Number(digits[12]),
    hit: '900101-1234568',
    miss: '900101-1234567',
  },
  {
    name: 'singapore-nric',
    runs: [9],
    pattern: /[STFG][0-9]{7}[A-Z]/y,
    check: (text, digits) => isNric(text, digits),
    hit: 'NRIC S1234567D',
    miss: 'NRIC S1234567E',
  },
  {
    name: 'south-africa-id',
    runs: [13],
    pattern: /[0-9]{10}[01][0-9]{2}/y,
    check: (_, digits) => luhn(digits) && isValidDate(Number(digits.slice(2, 4)), Number(digits.slice(4, 6))),
    word: /(?:\bid\b|identity|sa id)[a-z\s:#.="']{0,20}$/i,
    hit: 'ID number 8001015009087',
    miss: 'ID number 8001015009088',
  },
  {
    name: 'turkey-id',
    runs: [11],
    pattern: /[1-9][0-9]{10}/y,
    word: /(?:tckn|tc kimlik|kimlik no|t\.c\.)[a-z\s:#.="']{0,12}$/i,
    check: (_, digits) => isTurkishId(digits),
    hit: 'TCKN 10000000146',
    miss: 'TCKN 10000000145',
  },
  {
    name: 'australia-tax-number',
    runs: [3, 6, 9],
    pattern: /[0-9]{3} ?[0-9]{3} ?[0-9]{3}/y,
    word: /(?:tfn|tax file)[a-z\s:#.="']{0,20}$/i,
    check: (_, digits) => weighted(digits, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0,
    hit: 'TFN 123 456 782',
    miss: 'TFN 123 456 783',
  },
];

/** One reader for each format. */
export const nationalIds: readonly NumberReader[] = keywordFormatsFirst(formats).map(
  ({ name, runs, pattern, check, word, hit, miss }) => ({
    name,
    severity: 'high',
    runs,
    read(text, start) {
      const match = matchAt(pattern, text, start);
      if (match === undefined || !check(match[0], digitsOf(match[0]))) return -1;
      if (word !== undefined && !isNear(text, start, word)) return -1;
      const end = start + match[0].length;
      return isPartOfLongerNumber(text, start, end, 1) ? -1 : end;
    },
    samples: { hit: [hit], miss: [miss] },
  }),
);

/**
 * Puts the formats with a required word first, so that a number with such a word is not treated as another type with
 * the same format.
 */
function keywordFormatsFirst(all: readonly Format[]): readonly Format[] {
  return [...all.filter(({ word }) => word !== undefined), ...all.filter(({ word }) => word === undefined)];
}

const ODD_VALUES = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
];

function isFiscalCode(code: string): boolean {
  let sum = 0;
  for (let index = 0; index < 15; index += 1) {
    const unit = code.charCodeAt(index);
    const value = unit < 58 ? unit - 48 : unit - 65;
    sum += index % 2 === 0 ? (ODD_VALUES[value] ?? 0) : value;
  }
  return String.fromCharCode(65 + (sum % 26)) === code[15];
}

function isCpf(digits: string): boolean {
  const first = ((weighted(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) * 10) % 11) % 10;
  const second = ((weighted(digits, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) * 10) % 11) % 10;
  return first === Number(digits[9]) && second === Number(digits[10]) && !/^(.)\1*$/.test(digits);
}

function isNir(compact: string): boolean {
  // The departments of Corsica contain a letter: `2A` counts as 19 and `2B` as 18.
  const base = compact.slice(0, 13).replace('2A', '19').replace('2B', '18');
  return 97 - remainder(base, 97) === Number(compact.slice(13));
}

function isBirthNumber(digits: string): boolean {
  return (
    isValidDate(Number(digits.slice(2, 4)), Number(digits.slice(0, 2))) &&
    weighted(digits, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11 === 0 &&
    weighted(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0
  );
}

function isGermanTaxId(digits: string): boolean {
  let product = 10;
  for (const digit of digits.slice(0, 10)) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === Number(digits[10]);
}

function isNric(text: string, digits: string): boolean {
  const old = text[0] === 'S' || text[0] === 'F';
  const sum = weighted(digits, [2, 7, 6, 5, 4, 3, 2]) + (old ? 0 : 4);
  const letters = text[0] === 'S' || text[0] === 'T' ? 'JZIHGFEDCBA' : 'XWUTRQPNMLK';
  return letters[sum % 11] === text.at(-1);
}

function isTurkishId(digits: string): boolean {
  const odd = weighted(digits, [1, 0, 1, 0, 1, 0, 1, 0, 1]);
  const even = weighted(digits, [0, 1, 0, 1, 0, 1, 0, 1]);
  const tenth = (((odd * 7 - even) % 10) + 10) % 10;
  return tenth === Number(digits[9]) && (odd + even + tenth) % 10 === Number(digits[10]);
}
