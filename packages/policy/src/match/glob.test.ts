import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileGlob } from './glob.js';
import { countWildcards } from './wildcards.js';

// A reference that tries every length for each wildcard.
function defined(pattern: string, value: string, crossing = false): boolean {
  if (pattern.endsWith('/**') && pattern.length > 3 && defined(pattern.slice(0, -3), value, crossing))
    return true;
  return walk(Array.from(pattern.replaceAll('**', '\u0000')), Array.from(value), crossing);
}

function walk(pattern: readonly string[], value: readonly string[], crossing: boolean): boolean {
  const [head, ...rest] = pattern;
  if (head === undefined) return value.length === 0;
  if (head === '?') return value.length > 0 && walk(rest, value.slice(1), crossing);
  if (head !== '*' && head !== '\u0000') return value[0] === head && walk(rest, value.slice(1), crossing);
  for (let taken = 0; taken <= value.length; taken += 1) {
    if (head === '*' && !crossing && value.slice(0, taken).includes('/')) return false;
    if (walk(rest, value.slice(taken), crossing)) return true;
  }
  return false;
}

const cases = [
  { name: 'a star stops at a slash', pattern: '/etc/*', value: '/etc/ssh/config', expected: false },
  { name: 'a star may be empty', pattern: 'read*', value: 'read', expected: true },
  { name: 'two stars cross slashes', pattern: 'foo**', value: 'foo/a/b', expected: true },
  { name: 'dir/** matches the folder itself', pattern: '/home/**', value: '/home', expected: true },
  { name: 'dir/** does not match a sibling', pattern: '/home/**', value: '/home-evil', expected: false },
  { name: 'a question mark matches a slash', pattern: 'a?b', value: 'a/b', expected: true },
  { name: 'a question mark matches one emoji', pattern: '?', value: '😀', expected: true },
  { name: 'a question mark does not match the empty string', pattern: 'a?', value: 'a', expected: false },
  { name: 'dot files are not special', pattern: '/home/*', value: '/home/.ssh', expected: true },
  { name: 'braces are literal', pattern: '{a,b}', value: 'a', expected: false },
  { name: 'braces match themselves', pattern: '{a,b}*', value: '{a,b}c', expected: true },
  { name: 'classes are literal', pattern: '[ab]', value: 'a', expected: false },
  { name: 'an exclamation mark is literal', pattern: '!a', value: 'b', expected: false },
  { name: 'extended globs are literal', pattern: '@(a|b)', value: 'a', expected: false },
  { name: 'a backslash is literal', pattern: '\\*', value: '\\x', expected: true },
  {
    name: 'the literals before and after a wildcard may not overlap',
    pattern: 'ab**ba',
    value: 'aba',
    expected: false,
  },
  { name: 'the empty pattern matches the empty value', pattern: '', value: '', expected: true },
];
for (const { name, pattern, value, expected } of cases)
  test(name, () => expect(compileGlob(pattern)(value)).toBe(expected));

describe('has the same results as the reference', () => {
  const letters = fc.constantFrom('a', 'b', '/', '.', '😀', '{', ')');
  const value = fc.array(letters, { maxLength: 9 }).map((parts) => parts.join(''));
  const pattern = fc
    .array(fc.oneof(letters, fc.constantFrom('*', '**', '?', '/**')), { maxLength: 7 })
    .map((parts) => parts.join(''));
  for (const crossing of [false, true])
    test(crossing ? 'in names' : 'in paths and values', () => {
      fc.assert(
        fc.property(pattern, value, (glob, text) => {
          expect(compileGlob(glob, { crossing })(text)).toBe(defined(glob, text, crossing));
        }),
        { numRuns: 3000 },
      );
    });
  test('supports three consecutive stars', () => {
    for (const text of ['', 'a', '/', 'a/b']) expect(compileGlob('***')(text)).toBe(true);
  });
});

test('counts wildcards', () => {
  expect(countWildcards('**/a*b?/***')).toBe(5);
});

test('a pattern and a value that are designed to be slow take linear time', () => {
  const matches = compileGlob('*a*a*a*a*a*a*a*a*a*a*a*a*b');
  expect(matches('a'.repeat(200_000))).toBe(false);
});
