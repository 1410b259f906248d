// What is read off a pattern must hold for every match of it.

import { expect, test } from 'vitest';
import { detectors } from '../registry.js';
import { isAscii } from './ascii.js';
import { isSatisfied, prepareNeed } from './screen-need.js';
import { type Need, readNeed } from './screen-pattern.js';
import { Rarity } from './screen-rarity.js';

const show = (need: Need): string =>
  need.kind === 'one'
    ? need.words.map(({ text, opens, closes }) => `${opens ? '<' : ''}${text}${closes ? '>' : ''}`).join('|')
    : `${need.kind}(${need.needs.map(show).join(' ')})`;

const cases = [
  { pattern: /ignore/g, need: 'ignore', extent: 6 },
  { pattern: /colou?r/gi, need: 'color|colour', extent: 6 },
  { pattern: /(?:send|post).{0,20}token/g, need: 'all(send|post token)', extent: 29 },
  { pattern: /a(?:bc|d[a-z]e)f/g, need: 'all(a any(bc all(d e)) f)', extent: 5 },
  { pattern: /(?<!x)key(?=y)[0-9]+/g, need: 'key', extent: 3 },
  { pattern: /x{2,3}yz/g, need: 'all(x yz)', extent: 5 },
  { pattern: /[ab]c/g, need: 'ac|bc', extent: 2 },
  { pattern: /\x41\u0042\n/g, need: 'ab\n', extent: 3 },
  { pattern: /страница/g, need: '', extent: 8 },
];
for (const { pattern, need, extent } of cases)
  test(`what ${pattern} needs`, () => {
    const known = readNeed(pattern);
    expect(known && show(known.need)).toBe(need);
    expect(known?.extent).toBe(extent);
  });

for (const pattern of [/[a-z]+/g, /(?:key)?[0-9]*/g, /a|[0-9]/g, /\u017f/giu, /(?<x>a)\k<x>/g])
  test(`${pattern} needs nothing`, () => expect(readNeed(pattern)).toBeUndefined());

test('every match of every sample holds what its pattern needs', () => {
  const rarity = new Rarity();
  let matches = 0;
  for (const { pattern, samples } of detectors) {
    const known = readNeed(pattern);
    if (known === undefined) continue;
    const need = prepareNeed(known.need, rarity);
    for (const [match] of samples.hit.filter(isAscii).flatMap((text) => [...text.matchAll(pattern)])) {
      expect(isSatisfied(need, match.toLowerCase()), `${pattern} in ${match}`).toBe(true);
      expect(need.watch.words.some(({ text }) => match.toLowerCase().includes(text))).toBe(true);
      matches += 1;
    }
  }
  expect(matches).toBeGreaterThan(detectors.length / 2);
});
