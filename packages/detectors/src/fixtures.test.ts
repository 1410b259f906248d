// Tests the detectors with texts that were not used to develop them: attacks, which must cause a finding, and
// harmless texts, which must not. A row marked `open` is a known error: a missed attack or a false positive. When a
// change fixes such an error, the mark must be removed.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createEngine } from './index.js';

interface Row {
  readonly id: string;
  readonly text: string;
  readonly open?: true;
}

const read = (file: string): Row[] =>
  readFileSync(new URL(`../../../fixtures/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);

const injections = createEngine({ kinds: ['injection'] });
const either = createEngine({ kinds: ['injection', 'secrets'] });

test('attacks are detected, except for those marked as open', () => {
  const wrong = read('attacks/injection.jsonl').filter(({ id, text, open }) => {
    const as = id.startsWith('steering') ? 'description' : 'result';
    return injections.detect(text, { as }).length > 0 === (open === true);
  });
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

const places = ['argument', 'result', 'description'] as const;

for (const as of places)
  test(`harmless texts are not detected as ${as}, except for those marked as open`, () => {
    const wrong = read('benign/texts.jsonl').filter(
      ({ text, open }) => open !== true && either.detect(text, { as }).length > 0,
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

test('descriptions of well-known servers cause no finding', () => {
  const servers = readFileSync(new URL('../../../fixtures/benign/servers.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly server: string; readonly texts: readonly string[] });
  expect(servers.length).toBeGreaterThan(30);
  const wrong = servers.flatMap(({ server, texts }) =>
    texts
      .filter((text) => injections.detect(text, { as: 'description' }).length > 0)
      .map((text) => `${server}: ${text}`),
  );
  expect(wrong).toEqual([]);
});

test('harmless texts marked as open are still detected', () => {
  const right = read('benign/texts.jsonl').filter(
    ({ text, open }) => open === true && places.every((as) => either.detect(text, { as }).length === 0),
  );
  expect(right.map(({ id }) => id)).toEqual([]);
});
