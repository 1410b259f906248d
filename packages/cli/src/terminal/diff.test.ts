// Tests how the changes to a file are shown, including files that consist of one long line.

import { expect, test } from 'vitest';
import { diffLines, shortenLines } from './diff.js';

test('shows changed lines with one line of context', () => {
  expect(diffLines('a\nb\nc\nd\n', 'a\nb\nC\nd\n')).toEqual(['@@ line 2 @@', '  b', '- c', '+ C', '  d']);
});

test('shows only the changed part of a long line', () => {
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

test('truncates a long line that has no counterpart', () => {
  expect(shortenLines([`+ ${'y'.repeat(9000)}`])[0]).toHaveLength(402);
});
