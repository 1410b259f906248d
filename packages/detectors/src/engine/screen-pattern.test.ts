// What is read off a pattern must hold for every match of it.

import { expect, test } from 'vitest';
import { detectors } from '../registry.js';
import { isAscii } from './ascii.js';
import { type Need, readNeed, readWatch } from './screen-pattern.js';
import { Rarity } from './screen-rarity.js';

const show = (need: Need): string =>
  need.kind === 'one'
    ? need.words.map(({ text, opens, closes }) => `${opens ? '<' : ''}${text}${closes ? '>' : ''}`).join('|')
    : `${need.kind}(${need.needs.map(show).join(' ')})`;

const cases = [
  { pattern: /ignore/g, need: 'ignore' },
  { pattern: /colou?r/gi, need: 'color|colour' },
  { pattern: /(?:send|post).{0,20}token/g, need: 'all(send|post token)' },
  { pattern: /a(?:bc|d[a-z]e)f/g, need: 'all(a any(bc all(d e)) f)' },
  { pattern: /(?<!x)key(?=y)[0-9]+/g, need: 'key' },
  { pattern: /x{2,3}yz/g, need: 'all(x yz)' },
  { pattern: /\bto\b [0-9]/g, need: 'all(<to>  )' },
  { pattern: /[ab]c/g, need: 'ac|bc' },
  { pattern: /\x41\u0042\n/g, need: 'ab\n' },
  { pattern: /страница/g, need: '' },
];
for (const { pattern, need } of cases)
  test(`what ${pattern} needs`, () => {
    const known = readNeed(pattern);
    expect(known && show(known)).toBe(need);
  });

for (const pattern of [/[a-z]+/g, /(?:key)?[0-9]*/g, /a|[0-9]/g, /\u017f/giu, /(?<x>a)\k<x>/g])
  test(`${pattern} needs nothing`, () => expect(readNeed(pattern)).toBeUndefined());

test('every match of every sample holds what its pattern needs', () => {
  const rarity = new Rarity();
  let matches = 0;
  for (const { pattern, samples } of detectors) {
    const words = readWatch(pattern, rarity);
    if (words === undefined) continue;
    for (const [match] of samples.hit.filter(isAscii).flatMap((text) => [...text.matchAll(pattern)])) {
      expect(
        words.some(({ text }) => match.toLowerCase().includes(text)),
        `${pattern} in ${match}`,
      ).toBe(true);
      matches += 1;
    }
  }
  expect(matches).toBeGreaterThan(detectors.length / 2);
});
