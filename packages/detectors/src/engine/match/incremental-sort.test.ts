import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sortIncrementally } from './incremental-sort.js';

interface Item {
  readonly start: number;
  readonly end: number;
  readonly number: number;
}

const compare = (one: Item, other: Item): number => one.start - other.start || other.end - one.end;

function sort(items: readonly Item[]): { readonly sorted: readonly Item[]; readonly longest: number } {
  const steps = sortIncrementally(items, ({ start }) => start, compare);
  let longest = 0;
  for (;;) {
    const next = steps.next();
    if (next.done) return { sorted: next.value, longest };
    longest = Math.max(longest, next.value);
  }
}

const numbered = (places: readonly (readonly [number, number])[]): readonly Item[] =>
  places.map(([start, end], number) => ({ start, end, number }));

describe('has the same result as `sort`, and keeps the order of equal items', () => {
  for (const { name, most, length } of [
    { name: 'few distinct starts', most: 40, length: 9_000 },
    { name: 'many distinct starts', most: 2 ** 30, length: 9_000 },
    { name: 'a short list', most: 100, length: 50 },
  ])
    test(name, () => {
      const place = fc.tuple(fc.integer({ min: 0, max: most }), fc.integer({ min: 0, max: 3 }));
      fc.assert(
        fc.property(fc.array(place, { minLength: length >> 1, maxLength: length, size: 'max' }), (places) => {
          const items = numbered(places);
          expect(sort(items).sorted).toEqual([...items].sort(compare));
        }),
        { numRuns: 5 },
      );
    });

  test('sorts items that all have the same start', () => {
    const items = numbered(Array.from({ length: 50_000 }, (_, index) => [7, (index * 7_919) % 1_000]));
    const { sorted, longest } = sort(items);
    expect(sorted).toEqual([...items].sort(compare));
    expect(longest).toBeLessThan(32_768);
  });
});
