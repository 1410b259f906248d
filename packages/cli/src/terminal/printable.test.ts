import { expect, test } from 'vitest';
import { printable, shortName } from './printable.js';

const cases = [
  { name: 'plain text is unchanged', text: 'größer 漢字 🙂', expected: 'größer 漢字 🙂' },
  { name: 'line breaks are escaped', text: 'a\r\nclawdefender: ok', expected: 'a\\r\\nclawdefender: ok' },
  { name: 'escape sequences are escaped', text: '\u001b[2J\u009b1m', expected: '\\u001b[2J\\u009b1m' },
  { name: 'NUL and DEL are escaped', text: '\u0000\u007f', expected: '\\u0000\\u007f' },
  { name: 'direction marks are escaped', text: '\u202eabc\u2066', expected: '\\u202eabc\\u2066' },
  { name: 'line separators are escaped', text: '\u2028', expected: '\\u2028' },
  { name: 'lone surrogates are escaped', text: '\ud800x', expected: '\\ud800x' },
  {
    name: 'invisible letters are escaped',
    text: 'git\u200bhub\u00ad\u3164',
    expected: 'git\\u200bhub\\u00ad\\u3164',
  },
  { name: 'tags', text: 'a\u{e0041}', expected: 'a\\u{e0041}' },
];
for (const { name, text, expected } of cases) test(name, () => expect(printable(text)).toBe(expected));

test('a long name in a table is truncated', () => {
  expect(shortName('github')).toBe('github');
  expect(shortName('a'.repeat(5000))).toBe(`${'a'.repeat(47)}…`);
  expect(shortName('\u001b'.repeat(20))).toHaveLength(48);
});
