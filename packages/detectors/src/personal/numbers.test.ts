// Tests every reader with its own samples, and that it ignores numbers of other kinds.

import { describe, expect, test } from 'vitest';
import { numberReaders, numbers } from './numbers.js';

const seen = (text: string) =>
  numbers
    .find(text, 0, text.length)
    .map(({ detector, start, end }) => `${detector} ${text.slice(start, end)}`);

for (const { name, samples } of numberReaders)
  describe(name, () => {
    for (const text of samples.hit)
      test(`detects ${text}`, () =>
        expect(seen(text).some((found) => found.startsWith(`${name} `))).toBe(true));
    for (const text of samples.miss)
      test(`ignores ${text}`, () =>
        expect(seen(text).some((found) => found.startsWith(`${name} `))).toBe(false));
  });

const cases = [
  { text: '{"account":"AT62 1904 3002 3457 3201"}', found: [] as string[] },
  { text: '{"account":"AT61 1904 3002 3457 3201"}', found: ['iban AT61 1904 3002 3457 3201'] },
  {
    text: 'card 4111-1111-1111-1111, ssn 324-56-4094',
    found: ['card 4111-1111-1111-1111', 'us-ssn-plain 324-56-4094'],
  },
  { text: 'part of more 8252 4111 1111 1111 1111 5454', found: [] },
  { text: 'call +1 (415) 555-0104 today', found: ['phone +1 (415) 555-0104'] },
  { text: 'ssh to 78.14.245.148:22', found: ['ipv4 78.14.245.148'] },
  { text: 'order #077205898885 shipped at 12:34:56', found: [] },
  { text: 'id 4c9e1b7a-52d8-4f03-9a6e-0d81c3b5e72f', found: [] },
];
for (const { text, found } of cases) test(text, () => expect(seen(text)).toEqual(found));
