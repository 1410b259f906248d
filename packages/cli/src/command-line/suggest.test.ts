import { expect, test } from 'vitest';
import { editDistance, suggest } from './suggest.js';

const distances = [
  { from: '', to: '', distance: 0 },
  { from: '', to: 'abc', distance: 3 },
  { from: 'proxy', to: 'proxy', distance: 0 },
  { from: 'prxy', to: 'proxy', distance: 1 },
  { from: 'porxy', to: 'proxy', distance: 1 },
  { from: 'kitten', to: 'sitting', distance: 3 },
];
for (const { from, to, distance } of distances) {
  test(`\`${from}\` is ${distance} from \`${to}\``, () => {
    expect(editDistance(from, to)).toBe(distance);
    expect(editDistance(to, from)).toBe(distance);
  });
}

const candidates = ['proxy', 'policy', 'help', 'kill', 'on', 'off'];
const suggestions = [
  { word: 'prox', nearest: 'proxy' },
  { word: 'porxy', nearest: 'proxy' },
  { word: 'polcy', nearest: 'policy' },
  { word: 'hlep', nearest: 'help' },
  { word: 'dashboard', nearest: undefined },
  { word: 'pol', nearest: 'policy' },
  { word: 'x', nearest: undefined },
  { word: 'of', nearest: 'off' },
  { word: 'onn', nearest: 'on' },
];
for (const { word, nearest } of suggestions) {
  test(`\`${word}\` suggests ${nearest ?? 'nothing'}`, () => expect(suggest(word, candidates)).toBe(nearest));
}
