import { expect, test } from 'vitest';
import { isValidDate, luhn, remainder, verhoeff, weighted } from './check-digits.js';
import { iban } from './iban.js';

test('checks the Luhn digit', () => {
  expect(luhn('4111111111111111')).toBe(true);
  expect(luhn('4111111111111112')).toBe(false);
});
test('checks the remainder of an account number modulo 97', () => {
  expect(iban.read('GB29NWBK60161331926819', 0)).toBe(22);
  expect(iban.read('GB29NWBK60161331926818', 0)).toBe(-1);
});
test('checks the Verhoeff digit', () => {
  expect(verhoeff('2363')).toBe(true);
  expect(verhoeff('2364')).toBe(false);
});
test('computes the remainder of a number beyond the safe integers', () =>
  expect(remainder('1'.repeat(40), 97)).toBe(Number(BigInt('1'.repeat(40)) % 97n)));
test('multiplies digits by weights', () => expect(weighted('123', [3, 2, 1])).toBe(10));
test('checks the days of months', () => {
  expect(isValidDate(2, 29)).toBe(true);
  expect(isValidDate(2, 30)).toBe(false);
  expect(isValidDate(13, 1)).toBe(false);
});
