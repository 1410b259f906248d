// Tests that the dashboard and the approvals in the terminal escape the same characters. They cannot share the code,
// because they must not import each other.

import { expect, test } from 'vitest';
import { escapeInvisible } from '../packages/approvals/src/escape-invisible.js';
import { visible } from '../packages/dashboard/src/text/visible.js';

test('the dashboard escapes every character that the terminal escapes, except line breaks', () => {
  const differing: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if (visible(character) !== escapeInvisible(character)) differing.push(code.toString(16));
  }
  expect(differing).toEqual(['a']);
});
