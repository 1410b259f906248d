import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeHeaderValue, encodeHeaderValue } from './header-value.js';

test('every text is encoded in ASCII, and decoding returns the same text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const header = encodeHeaderValue(text);
      expect(header).toMatch(/^[\x20-\x7e]*$/);
      expect(header).toBe(header.trim());
      expect(decodeHeaderValue(header)).toBe(text);
    }),
  );
});

const odd = ['=?base64?!?=', '=?base64?YQ?=', '=?base64?/w==?='];
for (const value of odd)
  test(`\`${value}\` is ignored`, () => expect(decodeHeaderValue(value)).toBeUndefined());

const plain = ['=?base64?YQ==', 'YQ==?=', '=?base64?='];
for (const value of plain)
  test(`\`${value}\` is plain text`, () => expect(decodeHeaderValue(value)).toBe(value));

test('the markers are case-sensitive', () =>
  expect(decodeHeaderValue('=?BASE64?YQ==?=')).toBe('=?BASE64?YQ==?='));
