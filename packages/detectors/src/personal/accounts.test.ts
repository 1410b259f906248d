// Tests that account and card numbers are recognized by their check digits: every valid number is found and no
// invalid number, in any grouping.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { luhn, remainder } from './check-digits.js';
import { personalFunctionDetectors } from './index.js';

const seen = (text: string) =>
  personalFunctionDetectors
    .flatMap((scanner) => scanner.find(text, 0, text.length))
    .map(({ start, end }) => text.slice(start, end));
const digits = (count: number) => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`));
const inFours = (text: string) => text.replace(/.{4}(?=.)/g, '$& ');
const grouping = fc.constantFrom((text: string) => text, inFours);

const account = fc.oneof(
  ...(
    [
      ['DE', 18],
      ['AT', 16],
      ['ES', 20],
      ['HU', 24],
      ['PT', 21],
      ['SE', 20],
    ] as const
  ).map(([country, count]) => fc.tuple(fc.constant(country), digits(count))),
);
const checkOf = (country: string, body: string) => {
  const letters = [...country].map((letter) => letter.charCodeAt(0) - 55).join('');
  return 98 - remainder(`${body}${letters}00`, 97);
};

test('account numbers', () =>
  fc.assert(
    fc.property(account, grouping, fc.integer({ min: 1, max: 95 }), ([country, body], group, off) => {
      const check = checkOf(country, body);
      const right = group(country + String(check).padStart(2, '0') + body);
      const wrong = group(country + String(((check - 2 + off) % 97) + 2).padStart(2, '0') + body);
      expect(seen(`pay to ${right} today`)).toEqual([right]);
      expect(seen(`pay to ${wrong} today`)).toEqual([]);
    }),
  ));

test('card numbers', () =>
  fc.assert(
    fc.property(fc.constantFrom('4', '51', '2221', '6011'), digits(15), grouping, (issuer, rest, group) => {
      const body = (issuer + rest).slice(0, 15);
      const numbers = [...'0123456789'].map((last) => body + last);
      for (const number of numbers)
        expect(seen(`card ${group(number)} exp 12/29`)).toEqual(luhn(number) ? [group(number)] : []);
    }),
  ));
