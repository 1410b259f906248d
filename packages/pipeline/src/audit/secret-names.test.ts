import { describe, expect, test } from 'vitest';
import { hasSecretMember, maskSecretMembers } from './secret-names.js';

const cases = [
  { name: 'a password', value: { password: 'hunter2' }, masked: { password: '[REDACTED]' } },
  {
    name: 'a key in another spelling',
    value: { apiKey: 'abc', path: '/a' },
    masked: { apiKey: '[REDACTED]', path: '/a' },
  },
  { name: 'a number', value: { card_number: 4111111111111111 }, masked: { card_number: '[REDACTED]' } },
  {
    name: 'deep inside',
    value: { a: [{ Authorization: 'Basic eA==' }] },
    masked: { a: [{ Authorization: '[REDACTED]' }] },
  },
  {
    name: 'all values under such a name',
    value: { credentials: { user: 'me', all: ['x', 1, true, null] } },
    masked: { credentials: { user: '[REDACTED]', all: ['[REDACTED]', '[REDACTED]', true, null] } },
  },
];
describe('is masked by its name:', () => {
  for (const { name, value, masked } of cases)
    test(name, () => {
      expect(hasSecretMember(value)).toBe(true);
      expect(maskSecretMembers(value)).toEqual(masked);
    });
});

const plain = [
  { path: '/a', max_tokens: 5, author: 'me', keyboard: 'de', passenger: 'x' },
  ['password'],
  'password',
  null,
  1,
];
describe('is not masked:', () => {
  for (const value of plain) test(JSON.stringify(value), () => expect(hasSecretMember(value)).toBe(false));
});

test('a secret is masked even after a very large number of names', () => {
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`ä${index}`, 'x']));
  const value = { ...many, password: 'hunter2', ['p'.repeat(1000)]: 'hunter2' };
  expect(hasSecretMember(value)).toBe(true);
  const masked = maskSecretMembers(value) as Record<string, unknown>;
  expect(Object.keys(masked)).toEqual(Object.keys(value));
  expect(Object.values(masked)).not.toContain('hunter2');
});
