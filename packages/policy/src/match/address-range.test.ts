import { expect, test } from 'vitest';
import { isInRange, parseRange } from './address-range.js';

const cases: readonly (readonly [range: string, address: string, inside: boolean])[] = [
  ['10.0.0.0/8', '10.255.0.1', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['10.1.2.3', '10.1.2.3', true],
  ['10.1.2.3', '10.1.2.4', false],
  ['0.0.0.0/0', '203.0.113.9', true],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['10.0.0.0/8', '::ffff:10.0.0.7', true],
  ['10.0.0.0/8', '::ffff:a00:7', true],
  ['::ffff:10.0.0.0/128', '10.0.0.0', false],
  ['2001:db8::/32', '2001:db8:1::5', true],
  ['2001:db8::/32', '2001:db9::5', false],
  ['fe80::/10', 'fe80::1%eth0', true],
  ['::1', '::1', true],
  ['10.0.0.0/8', 'no address', false],
];
for (const [range, address, inside] of cases)
  test(`${address} is ${inside ? '' : 'not '}in ${range}`, () => {
    const parsed = parseRange(range);
    expect(parsed !== undefined && isInRange(address, parsed)).toBe(inside);
  });

for (const text of [
  '10.0.0.0/33',
  '10.0.0',
  '10.0.0.256',
  '::/129',
  '1:2:3',
  '1::2::3',
  '10.0.0.0/8/8',
  'localhost',
  '',
  '10.0.0.0/x',
])
  test(`\`${text}\` is not a range`, () => expect(parseRange(text)).toBeUndefined());
