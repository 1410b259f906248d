// Texts that nobody tuned on, written for the purpose: what must raise a finding and what must not. A row that is marked
// `open` is an attack that we do not see yet; when a change sees it, the mark has to go.

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

test('attacks are seen, except for those that are marked as open', () => {
  const wrong = read('attacks/injection.jsonl').filter(({ id, text, open }) => {
    const as = id.startsWith('steering') ? 'description' : 'result';
    return injections.detect(text, { as }).length > 0 === (open === true);
  });
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

for (const as of ['argument', 'result', 'description'] as const)
  test(`harmless texts are left alone as ${as}`, () => {
    const wrong = read('benign/texts.jsonl').filter(({ text }) => either.detect(text, { as }).length > 0);
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });
