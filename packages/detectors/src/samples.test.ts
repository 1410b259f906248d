// Every detector sees what it must and nothing that it must not, by its own samples.

import { describe, expect, test } from 'vitest';
import type { PatternDetector } from './detector.js';
import { detectorsByKind } from './registry.js';

const detectors = Object.values(detectorsByKind).flat();

function sees(detector: PatternDetector, text: string): boolean {
  const lower = text.toLowerCase();
  if (!detector.literals.some((literal) => lower.includes(literal))) return false;
  for (const match of text.matchAll(detector.pattern)) {
    if (detector.accept?.(match as RegExpExecArray, text) ?? true) return true;
  }
  return false;
}

test('names are unique and literals are lower case', () => {
  const names = detectors.map(({ kind, name }) => `${kind}/${name}`);
  expect(new Set(names).size).toBe(names.length);
  for (const { literals } of detectors)
    expect(literals).toEqual(literals.map((literal) => literal.toLowerCase()));
});

for (const detector of detectors) {
  describe(`${detector.kind}/${detector.name}`, () => {
    for (const text of detector.samples.hit)
      test(`sees ${text.slice(0, 60)}`, () => expect(sees(detector, text)).toBe(true));
    for (const text of detector.samples.miss)
      test(`leaves ${text.slice(0, 60)}`, () => expect(sees(detector, text)).toBe(false));
  });
}
