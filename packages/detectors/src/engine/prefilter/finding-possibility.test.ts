// Compares the test with the complete search, which does not use it: texts without a possible finding must
// have no finding.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Kind } from '../../detector.js';
import { families } from '../../registry.js';
import { createEngine } from '../engine.js';
import { createLiteralIndex, shortText } from '../literals/literal-index.js';

/** Replaces surrogates, because a part of a text may end between the halves of a surrogate pair. */
const wellFormed = (text: string): string => text.replace(/[\ud800-\udfff]/g, '?');

const kinds = Object.keys(families) as Kind[];
const detectors = kinds.flatMap((kind) => families[kind].patternDetectors);
const scanners = kinds.flatMap((kind) => families[kind].functionDetectors);
const samples = [...detectors, ...scanners].flatMap((one) => one.samples.hit);
const nearSamples = [...detectors, ...scanners].flatMap((one) => one.samples.miss);
const index = {
  sensitive: createLiteralIndex(detectors, scanners, 4),
  usual: createLiteralIndex(detectors, scanners, 6),
};

const engines = {
  sensitive: createEngine({ sensitivity: 'high' }),
  usual: createEngine({ sensitivity: 'medium' }),
};
const roles = ['argument', 'result', 'description'] as const;

/** Searches a text completely. Scans do not use the test for possible findings. */
function finds(text: string, engine: keyof typeof engines): boolean {
  const sensitivity = engine === 'sensitive' ? 'high' : 'medium';
  return roles.some((as) => {
    const scan = engines[engine].createScan(text, { as, sensitivity });
    while (!scan.step(Number.POSITIVE_INFINITY));
    return scan.findings.length > 0;
  });
}

/** Expects that no text with a finding is excluded. */
function expectIncluded(text: string): void {
  for (const engine of ['sensitive', 'usual'] as const)
    if (finds(text, engine)) expect(index[engine].mayFind(text), text).toBe(true);
}

describe('a text with a finding is never excluded', () => {
  test('every sample', () => {
    for (const text of samples) if (text.length <= shortText) expectIncluded(text);
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
    (text: string) => encodeURIComponent(wellFormed(text)),
    (text: string) => encodeURIComponent(encodeURIComponent(wellFormed(text))),
    (text: string) => text.replaceAll('o', '&#111;').replaceAll('e', '&#x65;'),
    (text: string) => text.replaceAll(' ', '\\n'),
    (text: string) => text.replace(/[a-z]/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`),
    (text: string) => text.replace(/(\w)(\w{3})/g, '$1<b></b>$2'),
    (text: string) => btoa(encodeURIComponent(wellFormed(text))),
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
          expectIncluded(parts.join(glue).slice(0, shortText));
        },
      ),
      { numRuns: 1_500 },
    );
  });
});

describe('a long text with a finding is never excluded', () => {
  const parts = [...samples].filter((text) => text.length < 2_000);
  const around = { prose: 'The boats come in with the tide. ', code: 'print(f"total: {total}\\n")\n' };
  for (const [name, filler] of Object.entries(around))
    test(`a sample in ${name}`, () => {
      for (const [number, sample] of parts.entries()) {
        if (number % 12 !== 0) continue;
        const text = `${filler.repeat(90 + (number % 200))}\n${sample}\n${filler.repeat(150)}`;
        expectIncluded(text);
      }
    });
});

describe('ordinary text is excluded', () => {
  const ordinary = [
    'plain words about gardens rivers and quiet towns at noon '.repeat(20),
    'const result = await load(options.path);\n  return result.items.filter((item) => item.isOpen);\n'.repeat(
      9,
    ),
    '2026-01-02T03:04:05.123Z INFO harbour.boats took 12 ms, tide=4\n'.repeat(12),
    'console.log("total:\\n\\t" + total + " of %20 &lt;b&gt; boats\\r\\n");\n'.repeat(300),
    'The boats come in with the morning tide, and people walk along the wall to look at them. '.repeat(500),
    JSON.stringify(Array.from({ length: 12 }, (_, id) => ({ id, name: 'quiet harbour', total: id * 1.5 }))),
  ];
  for (const text of ordinary)
    test(text.slice(0, 30), () => expect(index.sensitive.mayFind(text)).toBe(false));
});
