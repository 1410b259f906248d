// Finds numbers of payment cards: a valid issuer range and length, and the Luhn check digit.

import { luhn } from './check-digits.js';
import { digitsOf, isPartOfLongerNumber, matchAt, type NumberReader } from './number-reader.js';

/**
 * The range of the first digits of each issuer, and the valid lengths. Both ends of a range have the same number of
 * digits.
 */
const ISSUERS: readonly (readonly [from: string, to: string, lengths: readonly number[]])[] = [
  ['4', '4', [13, 16, 19]],
  ['51', '55', [16]],
  ['2221', '2720', [16]],
  ['34', '34', [15]],
  ['37', '37', [15]],
  ['300', '305', [14, 16]],
  ['309', '309', [14, 16]],
  ['36', '36', [14]],
  ['38', '39', [14, 16]],
  ['6011', '6011', [16, 19]],
  ['644', '659', [16, 19]],
  ['62', '62', [16, 17, 18, 19]],
  ['81', '82', [16]],
  ['3528', '3589', [16, 19]],
  ['5018', '5020', [12, 13, 14, 15, 16, 17, 18, 19]],
  ['5038', '5038', [12, 13, 14, 15, 16, 17, 18, 19]],
  ['5060', '5067', [16, 18, 19]],
  ['508', '508', [16]],
  ['5610', '5610', [16]],
  ['5893', '5893', [12, 13, 14, 15, 16, 17, 18, 19]],
  ['6304', '6304', [12, 13, 14, 15, 16, 17, 18, 19]],
  ['6361', '6362', [16]],
  ['6759', '6763', [12, 13, 14, 15, 16, 17, 18, 19]],
  ['60', '60', [16]],
  ['2200', '2205', [16, 17, 18, 19]],
  ['9792', '9792', [16]],
  ['1', '1', [15]],
];

const NUMBER =
  /[0-9](?:[0-9]{11,18}|[0-9]{3}([ \u00a0.-])[0-9]{4}(?:\1[0-9]{4}){1,2}(?:\1[0-9]{1,4})?|[0-9]{3}([ \u00a0.-])[0-9]{6}\2[0-9]{4,5})/y;

/** Reads `4111 1111 1111 1111`, `3782-822463-10005` and plain digits. */
export const card: NumberReader = {
  name: 'card',
  severity: 'high',
  runs: [4, 12, 13, 14, 15, 16, 17, 18, 19],
  read(text, start) {
    const match = matchAt(NUMBER, text, start);
    if (match === undefined) return -1;
    const digits = digitsOf(match[0]);
    const end = start + match[0].length;
    return isIssued(digits) && luhn(digits) && !isPartOfLongerNumber(text, start, end, 4) ? end : -1;
  },
  samples: {
    hit: [
      'card 4111111111111111 exp 12/29',
      '5555-5555-5555-4444',
      '3782 822463 10005',
      '{"pan":"6011 0004 0000 0000"}',
    ],
    miss: [
      '4111111111111112',
      'ts=1703191339999766 seq=25',
      'order 4111111111111111222222',
      '4111 1111-1111 1111',
    ],
  },
};

function isIssued(digits: string): boolean {
  return ISSUERS.some(([from, to, lengths]) => {
    const start = digits.slice(0, from.length);
    return start >= from && start <= to && lengths.includes(digits.length);
  });
}
