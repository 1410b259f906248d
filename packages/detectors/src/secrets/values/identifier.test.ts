// Tests that identifiers, which are read character by character, give the same result as with a pattern.

import { expect, test } from 'vitest';
import { isIdentifier } from './identifier.js';

const cases = [
  { value: 'application_default_v2', is: true },
  { value: 'renderPass2', is: true },
  { value: 'Ed25519PrivateKey', is: true },
  { value: '__proto__1', is: true },
  { value: 'UND_ERR_SOCKS5_AUTH_FAILED', is: true },
  { value: 'GHTK7_QXZV4_PWRB2', is: false },
  { value: 'q8Zr2LmT0xW5vB9n', is: false },
  { value: 'qyh9na7gpm6ezj', is: false },
  { value: 'bcdfghjk1', is: false },
  { value: 'name\u00e91', is: false },
  { value: '', is: true },
];
for (const { value, is } of cases)
  test(`${JSON.stringify(value)} is ${is ? 'an identifier' : 'not an identifier'}`, () =>
    expect(isIdentifier(value)).toBe(is));

test('gives the same result as splitting the text', () => {
  const signs = [
    'a',
    'e',
    'bc',
    'Xy',
    'A',
    'BC',
    '1',
    '22',
    '_',
    '-',
    '.',
    '//',
    '=',
    '!',
    '\u00e9',
    'word',
    'TIME',
  ];
  const isWord = (piece: string): boolean =>
    /^(?:[0-9]{0,5}|[A-Z]{0,5}[a-z]{1,20}|[A-Z]{1,16}|[A-Z]{3,12}[0-9])$/.test(piece) &&
    (piece.length < 4 || /[aeiouy0-9]/i.test(piece));
  const cut = (value: string): boolean => {
    const pieces = value.split(/[_.:/=+~-]+|(?<=[a-z])(?=[A-Z0-9])|(?<=[0-9])(?=[A-Za-z])/);
    return pieces.filter((piece) => /[0-9]/.test(piece)).length < 3 && pieces.every(isWord);
  };
  let seed = 1;
  for (let round = 0; round < 20_000; round += 1) {
    let value = '';
    for (let length = round % 9; length >= 0; length -= 1) {
      seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
      value += signs[(seed >> 8) % signs.length];
    }
    expect([value, isIdentifier(value)]).toEqual([value, cut(value)]);
  }
});
