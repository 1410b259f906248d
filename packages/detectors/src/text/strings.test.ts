import { expect, test } from 'vitest';
import { findStrings } from './strings.js';

const cases = [
  { name: 'a bare string', value: 'a', expected: [[[], 'a', false]] },
  { name: 'a value without strings', value: [1, null, true, {}], expected: [] },
  {
    name: 'keys and values in document order',
    value: { b: 'x', a: ['y', { c: 'z' }] },
    expected: [
      [['b'], 'b', true],
      [['b'], 'x', false],
      [['a'], 'a', true],
      [['a', 0], 'y', false],
      [['a', 1, 'c'], 'c', true],
      [['a', 1, 'c'], 'z', false],
    ],
  },
] as const;

for (const { name, value, expected } of cases)
  test(name, () => {
    const places = [...findStrings(value)].map(({ path, text, isKey }) => [path, text, isKey]);
    expect(places).toEqual(expected);
  });

test('a value that is nested deeper than the call stack', () => {
  let value: unknown = 'bottom';
  for (let depth = 0; depth < 20_000; depth += 1) value = [value];
  const last = [...findStrings(value)].pop();
  expect([last?.text, last?.path.length]).toEqual(['bottom', 20_000]);
});
