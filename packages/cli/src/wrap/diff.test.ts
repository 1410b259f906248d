// What a rewriting changes, for people: also of a file that is one long line.

import { expect, test } from 'vitest';
import { diffLines, shortenLines } from './diff.js';

test('the lines that change, and one around them', () => {
  expect(diffLines('a\nb\nc\nd\n', 'a\nb\nC\nd\n')).toEqual(['@@ line 2 @@', '  b', '- c', '+ C', '  d']);
});

test('of one long line, only what differs is shown', () => {
  const [before, after] = ['old', 'new one'].map(
    (word) => `{"x":"${'y'.repeat(9000)}",${word},"z":"${'w'.repeat(9000)}"}`,
  );
  const lines = shortenLines(diffLines(before as string, after as string));
  expect(lines).toHaveLength(2);
  for (const [index, word] of ['old', 'new one'].entries()) {
    expect(lines[index]).toContain(`,${word},`);
    expect(lines[index]?.length).toBeLessThan(200);
  }
});

test('a long line without a counterpart is cut', () => {
  expect(shortenLines([`+ ${'y'.repeat(9000)}`])[0]).toHaveLength(402);
});
