// Tests that every detector finds its positive samples and none of its negative samples.

import { describe, expect, test } from 'vitest';
import type { PatternDetector } from './detector.js';
import { createLiteralIndex } from './engine/literals/literal-index.js';
import { search } from './engine/search.js';
import { families } from './registry.js';

const detectors = Object.values(families).flatMap((family) => family.patternDetectors);
const scanners = Object.values(families).flatMap((family) => family.functionDetectors);

/** Uses the complete engine, so that the prefilter and the normalization are tested as well. */
function* matchesOf(detector: PatternDetector, text: string) {
  const { injectionSignals, otherFindings } = yield* search(createLiteralIndex([detector], []), text, 0);
  return [...injectionSignals, ...otherFindings];
}

function sees(detector: PatternDetector, text: string): boolean {
  const steps = matchesOf(detector, text);
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value.length > 0;
  }
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
      test(`detects ${text.slice(0, 60)}`, () => expect(sees(detector, text)).toBe(true));
    for (const text of detector.samples.miss)
      test(`ignores ${text.slice(0, 60)}`, () => expect(sees(detector, text)).toBe(false));
  });
}

for (const scanner of scanners) {
  describe(`${scanner.kind}/${scanner.name}`, () => {
    for (const text of scanner.samples.hit)
      test(`detects ${text.slice(0, 60)}`, () => expect(scanner.find(text, 0, text.length)).not.toEqual([]));
    for (const text of scanner.samples.miss)
      test(`ignores ${text.slice(0, 60)}`, () => expect(scanner.find(text, 0, text.length)).toEqual([]));
  });
}
