import { expect, test } from 'vitest';
import { base62, crc32, hasBase62Checksum } from './checksum.js';

test('computes the check value of CRC-32', () => expect(crc32('123456789')).toBe(0xcbf43926));

const numbers = [
  { value: 0, width: 6, text: '000000' },
  { value: 61, width: 2, text: '0z' },
  { value: 62, width: 2, text: '10' },
];
for (const { value, width, text } of numbers)
  test(`${value} in base 62`, () => expect(base62(value, width)).toBe(text));

test('accepts a token with its checksum, and rejects it if one character is changed', () => {
  const body = 'q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6';
  const token = `abc_${body}${base62(crc32(body), 6)}`;
  expect(hasBase62Checksum(token, 4)).toBe(true);
  expect(hasBase62Checksum(token.replace('q8', 'q9'), 4)).toBe(false);
});
