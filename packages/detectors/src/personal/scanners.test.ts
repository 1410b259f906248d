import { describe, expect, test } from 'vitest';
import { email } from './email.js';
import { ipv6 } from './ip.js';
import { urlDetector } from './url.js';

const cases = [
  {
    scanner: email,
    text: 'From: "X" <o\'brien864@corp.example.co.uk>',
    found: ["o'brien864@corp.example.co.uk"],
  },
  {
    scanner: email,
    text: "mail 'jane@example.com' or to=bob@example.org.",
    found: ['jane@example.com', 'bob@example.org'],
  },
  { scanner: email, text: 'https://user:pass@example.com and git@host.example:x/y', found: [] },
  {
    scanner: ipv6,
    text: 'peer [55b3:d436:ea09:80ba:2b81:4559:868c:c18]:443',
    found: ['55b3:d436:ea09:80ba:2b81:4559:868c:c18'],
  },
  { scanner: ipv6, text: 'route ::/0 via fe80::1.', found: ['::', 'fe80::1'] },
  { scanner: ipv6, text: 'std::deque<a::b> at 12:34:56 from aa:bb:cc:dd:ee:ff', found: [] },
];

describe('exact matches', () => {
  for (const { scanner, text, found } of cases)
    test(`${scanner.name}: ${text}`, () =>
      expect(scanner.find(text, 0, text.length).map(({ start, end }) => text.slice(start, end))).toEqual(
        found,
      ));
});

for (const { name, find, samples } of [email, ipv6])
  describe(`samples of ${name}`, () => {
    for (const text of samples.hit)
      test(`detects ${text}`, () => expect(find(text, 0, text.length).length).toBeGreaterThan(0));
    for (const text of samples.miss)
      test(`ignores ${text}`, () => expect(find(text, 0, text.length)).toEqual([]));
  });

test('URLs are found without the surrounding punctuation', () => {
  const text = 'see (https://example.org/a?b=c), please';
  expect([...text.matchAll(urlDetector.pattern)].map(([found]) => found)).toEqual([
    'https://example.org/a?b=c',
  ]);
  for (const hit of urlDetector.samples.hit) expect([...hit.matchAll(urlDetector.pattern)]).toHaveLength(1);
  for (const miss of urlDetector.samples.miss) expect([...miss.matchAll(urlDetector.pattern)]).toEqual([]);
});
