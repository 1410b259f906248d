import { describe, expect, test } from 'vitest';
import { createEngine } from '../scan.js';

/** A signal that is half of what is needed. */
const half = (name: string) => ({
  name,
  kind: 'injection' as const,
  severity: 'medium' as const,
  weight: 3,
  literals: [name],
  lead: 0,
  pattern: new RegExp(name, 'g'),
  samples: { hit: [name], miss: [] },
});
const engine = createEngine({ kinds: [], detectors: [half('alpha'), half('beta')] });
const seen = (text: string): readonly string[] =>
  engine.detect(text).map(({ start, end }) => text.slice(start, end));

describe('two signals that stand together are added up, wherever in a row of one of them', () => {
  for (const { name, gap, least } of [
    { name: 'a hundred', gap: ' '.repeat(20), least: 100 },
    { name: 'thousands that touch', gap: ' ', least: 3_000 },
    { name: 'thousands that are near', gap: ' and so on ', least: 3_000 },
  ])
    for (const { place, behind } of [
      { place: 'at its end', behind: 0 },
      { place: 'inside of it', behind: 400 },
    ])
      test(`${name}, ${place}`, () => {
        for (let more = 0; more < 120; more += 1) {
          const before = `alpha${gap}`.repeat(least + more);
          const found = seen(`${before}beta${`${gap}alpha`.repeat(behind)}`);
          expect(found.some((part) => part.includes('beta'))).toBe(true);
        }
      });
});

test('signals that are far from each other are not added up', () => {
  expect(seen(`${'alpha '.repeat(3_000)}${'.'.repeat(300)}beta`)).toEqual([]);
});

test('of thousands of signals none is left out of what is told', () => {
  const text = 'alpha beta and so on '.repeat(10_000);
  const findings = engine.detect(text);
  let told = 0;
  for (const { start, end } of findings) {
    expect(text.slice(told, start)).not.toMatch(/alpha|beta/);
    told = Math.max(told, end);
  }
  expect(text.slice(told)).not.toMatch(/alpha|beta/);
});
