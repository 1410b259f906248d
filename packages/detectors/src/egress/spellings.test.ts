// Tests that an address is classified in every notation.

import fc from 'fast-check';
import { describe, test } from 'vitest';
import { findNetworkAddresses } from './find-network-addresses.js';

type Quad = readonly [number, number, number, number];
const number = (quad: Quad) => quad.reduce((sum, part) => sum * 256 + part, 0);
const pair = (high: number, low: number) => (high * 256 + low).toString(16);

const spellings: Readonly<Record<string, (quad: Quad) => string>> = {
  dotted: (quad) => quad.join('.'),
  'with a final dot': (quad) => `${quad.join('.')}.`,
  'one number': (quad) => String(number(quad)),
  'one hexadecimal number': (quad) => `0x${number(quad).toString(16)}`,
  octal: (quad) => quad.map((part) => `0${part.toString(8)}`).join('.'),
  hexadecimal: (quad) => quad.map((part) => `0x${part.toString(16)}`).join('.'),
  short: ([first, ...rest]) => `${first}.${rest.reduce((sum, part) => sum * 256 + part, 0)}`,
  escaped: (quad) => quad.join('.').replace(/./g, (unit) => `%${unit.charCodeAt(0).toString(16)}`),
  'full-width': (quad) =>
    quad.join('.').replace(/[0-9]/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  mapped: (quad) => `[::ffff:${quad.join('.')}]`,
  'mapped, in hexadecimal': ([a, b, c, d]) => `[::ffff:${pair(a, b)}:${pair(c, d)}]`,
  NAT64: (quad) => `[64:ff9b::${quad.join('.')}]`,
  '6to4': ([a, b, c, d]) => `[2002:${pair(a, b)}:${pair(c, d)}::]`,
  'an echoing name': (quad) => `${quad.join('.')}.nip.io`,
};

const part = fc.integer({ min: 0, max: 255 });
const home = fc.oneof(
  fc.tuple(fc.constantFrom(10, 127), part, part, part),
  fc.tuple(fc.constant(192), fc.constant(168), part, part),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), part, part),
  fc.tuple(fc.constant(169), fc.constant(254), part, part),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), part, part),
);
const abroad = fc.tuple(fc.constantFrom(1, 8, 9, 11, 52, 99, 128, 171, 173, 191, 193, 223), part, part, part);
const isHome = (host: string) =>
  findNetworkAddresses(`get http://${host}/x?y=1 now`).some(({ reason }) => reason !== undefined);

for (const [name, spell] of Object.entries(spellings))
  describe(name, () => {
    test('a private address is found', () => fc.assert(fc.property(home, (quad) => isHome(spell(quad)))));
    test('a public address is not found', () =>
      fc.assert(fc.property(abroad, (quad) => !isHome(spell(quad)))));
  });
