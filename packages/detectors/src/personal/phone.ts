// Finds telephone numbers: international numbers with a plus sign and a country code, North American numbers by their
// format, and other numbers after a word such as `phone`.

import { digitsOf, isNear, matchAt, type NumberReader } from './number-reader.js';

const COUNTRY =
  /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|2[1-689][0-9]|3[578][0-9]|42[0-9]|5[09][0-9]|6[789][0-9]|8[05789][0-9]|9[679][0-9])/;
const INTERNATIONAL = /\+[1-9](?:[ \u00a0.()/-]{0,2}[0-9]){6,14}/y;
const AMERICAN = /(?:1[ .-])?(?:\([2-9][0-9]{2}\) ?|[2-9][0-9]{2}[ .-])[2-9][0-9]{2}[ .-][0-9]{4}/y;
const NATIONAL = /\(?0?[0-9](?:[ \u00a0.()/-]{0,2}[0-9]){6,13}/y;
const PHONE_WORD =
  /(?:phone|tel|téléphone|telefon|teléfono|mobile|handy|cell|fax|call|whatsapp|sms|☎|📞)(?:\s(?:me|us|number|no|nr|at|on|is))?[\s.:#="']{0,5}$/i;

export const phone: NumberReader = {
  name: 'phone',
  severity: 'medium',
  read(text, start) {
    const match =
      text[start] === '+' ? international(text, start) : (american(text, start) ?? national(text, start));
    return match === undefined ? -1 : start + match.length;
  },
  samples: {
    hit: [
      'call +1 (415) 555-0104 today',
      '+44 20 7946 0131',
      '415-555-0166',
      '(415) 555-0166',
      'Tel: 030 901820196',
      '"phone":"+4930901820196"',
    ],
    miss: [
      'order #077205898885 shipped',
      'x+12',
      '415-55-0166',
      '2026-01-05 12:00:01',
      'version 1.2.3',
      '+0 123 456 789',
      'row 20241 440-600-5124',
    ],
  },
};

function international(text: string, start: number): string | undefined {
  const match = matchAt(INTERNATIONAL, text, start)?.[0];
  return match !== undefined && COUNTRY.test(digitsOf(match)) && digitsOf(match).length >= 9
    ? match
    : undefined;
}

/** Matches North American numbers. Lists of numbers are excluded, because any three groups in them could match. */
function american(text: string, start: number): string | undefined {
  // A number in this format begins with a bracket or a digit other than 0.
  const first = text.charCodeAt(start);
  if (first !== 40 && (first < 49 || first > 57)) return undefined;
  return /[0-9]\s$/.test(text.slice(Math.max(0, start - 2), start))
    ? undefined
    : matchAt(AMERICAN, text, start)?.[0];
}

function national(text: string, start: number): string | undefined {
  return followsWord(text, start) && isNear(text, start, PHONE_WORD)
    ? matchAt(NATIONAL, text, start)?.[0]
    : undefined;
}

/**
 * A cheap test, which fails for most numbers: a letter or a telephone symbol must precede the spaces and punctuation
 * before the number.
 */
function followsWord(text: string, start: number): boolean {
  let before = start - 1;
  while (before > start - 6 && isBetween(text.charCodeAt(before))) before -= 1;
  const unit = text.charCodeAt(before) | 32;
  return (unit >= 97 && unit <= 122) || unit > 127;
}

/** Tests for a space or one of `"#'.:=`. */
function isBetween(unit: number): boolean {
  return unit <= 32 || unit === 34 || unit === 35 || unit === 39 || unit === 46 || unit === 58 || unit === 61;
}
