// Compares the test with the complete search, which does not use it: texts without a possible finding must
// have no finding.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Kind } from '../../detector.js';
import { families } from '../../registry.js';
import { createLiteralIndex, shortText } from '../literals/literal-index.js';
import { runToEnd } from '../run-to-end.js';
import { search } from '../search.js';

const kinds = Object.keys(families) as Kind[];
const detectors = kinds.flatMap((kind) => families[kind].patternDetectors);
const scanners = kinds.flatMap((kind) => families[kind].functionDetectors);
const samples = [...detectors, ...scanners].flatMap((one) => one.samples.hit);
const nearSamples = [...detectors, ...scanners].flatMap((one) => one.samples.miss);
const index = {
  sensitive: createLiteralIndex(detectors, scanners, 4),
  usual: createLiteralIndex(detectors, scanners, 6),
};

function finds(text: string, enough: number): boolean {
  const found = runToEnd(search(index.sensitive, text, enough));
  const { injectionSignals, otherFindings, invisibleRuns, undecoded } = found;
  return injectionSignals.length + otherFindings.length + invisibleRuns.length + undecoded.length > 0;
}

/** Tests whether a text can reach the threshold. Signals that do not reach it together may be excluded. */
const isScored = (text: string): boolean => {
  const { injectionSignals, otherFindings } = runToEnd(search(index.usual, text, 6));
  const most = injectionSignals.reduce(
    (sum, { weight }) => sum + Math.max(weight.weight, weight.weightInDescriptions, 0),
    0,
  );
  return otherFindings.length > 0 || most >= 6;
};

describe('a text with a finding is never excluded', () => {
  test('every sample', () => {
    for (const text of samples)
      if (text.length <= shortText && finds(text, 4)) expect(index.sensitive.mayFind(text), text).toBe(true);
  });

  const code = '  if (value === undefined) {\n    return list.map((item) => item.name);\n  }\n';
  const prose = 'The boats come in with the morning tide, and people walk along the wall to look at them. ';
  const dress = fc.constantFrom(
    (text: string) => text,
    (text: string) => text.toUpperCase(),
    (text: string) => text.replaceAll(' ', '   '),
    (text: string) => text.replaceAll(' ', '\n'),
    (text: string) => text.replaceAll(' ', ' \n\t '),
    (text: string) => text.replaceAll('e', 'é'),
    (text: string) => text.replaceAll('a', 'ａ'),
    (text: string) => btoa(text.replace(/[^\0-\x7f]/g, '?')),
    (text: string) => text.replaceAll('o', '0').replaceAll('e', '3'),
    (text: string) => text.split('').reverse().join(''),
  );
  const part = fc
    .tuple(fc.constantFrom(...samples, ...nearSamples), dress, fc.nat(120), fc.nat(200))
    .map(([text, change, from, length]) => change(text).slice(from % 3 === 0 ? 0 : from, from + 60 + length));

  test('samples and parts of samples at any position and in any encoding', () => {
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('', ' ', '\n', '      ', prose, code),
        (parts, glue) => {
          const text = parts.join(glue).slice(0, shortText);
          if (finds(text, 4)) expect(index.sensitive.mayFind(text), text).toBe(true);
          if (isScored(text)) expect(index.usual.mayFind(text), text).toBe(true);
        },
      ),
      { numRuns: 1_500 },
    );
  });
});

describe('ordinary text is excluded', () => {
  const ordinary = [
    'plain words about gardens rivers and quiet towns at noon '.repeat(20),
    'const result = await load(options.path);\n  return result.items.filter((item) => item.isOpen);\n'.repeat(
      9,
    ),
    '2026-01-02T03:04:05.123Z INFO harbour.boats took 12 ms, tide=4\n'.repeat(12),
    JSON.stringify(Array.from({ length: 12 }, (_, id) => ({ id, name: 'quiet harbour', total: id * 1.5 }))),
  ];
  for (const text of ordinary)
    test(text.slice(0, 30), () => expect(index.sensitive.mayFind(text)).toBe(false));
});
