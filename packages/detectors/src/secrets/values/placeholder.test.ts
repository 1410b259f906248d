import { describe, expect, test } from 'vitest';
import { characterClasses, entropy, isFiller, isPlaceholder } from './placeholder.js';

const placeholders = [
  'your-api-key',
  'YOUR_TOKEN_HERE',
  'xxxxxxxxxxxxxxxx',
  '<token>',
  '$' + '{TOKEN}',
  '{{ vault_secret }}',
  '$API_KEY',
  '********',
  'changeme',
  'insert_key_here',
  'process.env.KEY',
  'aaaaaaaaaaaa',
];
const values = ['q8Zr2LmT0xW5vB9n', 'n3v3r-gu3ss', '4c9e1b7a52d84f03', 'Tr0ub4dor&3'];

describe('placeholders are recognized', () => {
  for (const value of placeholders) test(value, () => expect(isPlaceholder(value)).toBe(true));
});
describe('possible secrets are not placeholders', () => {
  for (const value of values) test(value, () => expect(isPlaceholder(value)).toBe(false));
});

test('fillers inside a key are recognized', () => {
  expect(isFiller('abc_XXXXXXXXXXXX')).toBe(true);
  expect(isFiller('abc_q8Zr2LmT0xW5')).toBe(false);
});
test('entropy increases with the number of different characters', () => {
  expect(entropy('aaaa')).toBe(0);
  expect(entropy('abcd')).toBe(2);
});
test('character classes are counted', () => expect(characterClasses('aB1!')).toBe(4));
