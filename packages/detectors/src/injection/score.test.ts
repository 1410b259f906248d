import { describe, expect, test } from 'vitest';
import { createEngine } from '../engine/engine.js';

/** Creates a signal with half of the weight that a finding requires. */
const half = (name: string) => ({
  name,
  kind: 'injection' as const,
  severity: 'medium' as const,
  weight: 3,
  literals: [name],
  literalOffset: 0,
  pattern: new RegExp(name, 'g'),
  samples: { hit: [name], miss: [] },
});
const engine = createEngine({ kinds: [], patternDetectors: [half('alpha'), half('beta')] });
const foundIn = (text: string): readonly string[] =>
  engine.detect(text).map(({ start, end }) => text.slice(start, end));

describe('the weights of two close signals are added up at any position in a sequence of signals', () => {
  for (const { name, gap, least } of [
    { name: 'a hundred separate signals', gap: ' '.repeat(20), least: 100 },
    { name: 'thousands of adjacent signals', gap: ' ', least: 3_000 },
    { name: 'thousands of signals near each other', gap: ' and so on ', least: 3_000 },
  ])
    for (const { position, behind } of [
      { position: 'at its end', behind: 0 },
      { position: 'inside of it', behind: 400 },
    ])
      test(`${name}, ${position}`, () => {
        for (let more = 0; more < 120; more += 1) {
          const before = `alpha${gap}`.repeat(least + more);
          const found = foundIn(`${before}beta${`${gap}alpha`.repeat(behind)}`);
          expect(found.some((part) => part.includes('beta'))).toBe(true);
        }
      });
});

test('the weights of signals that are far apart are not added up', () => {
  expect(foundIn(`${'alpha '.repeat(3_000)}${'.'.repeat(300)}beta`)).toEqual([]);
});

test('a group of thousands of signals is reported completely', () => {
  const text = 'alpha beta and so on '.repeat(10_000);
  const findings = engine.detect(text);
  let covered = 0;
  for (const { start, end } of findings) {
    expect(text.slice(covered, start)).not.toMatch(/alpha|beta/);
    covered = Math.max(covered, end);
  }
  expect(text.slice(covered)).not.toMatch(/alpha|beta/);
});
