// Tests that runs of white space are collapsed and that positions are mapped back to the original text.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runToEnd } from '../run-to-end.js';
import { type CollapsedText, collapsePairs, collapseWhitespace } from './collapse-whitespace.js';

const now = (text: string): string => runToEnd(collapseWhitespace(text)).text;

function run(text: string): CollapsedText {
  const steps = collapseWhitespace(text);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

describe('the replacement of a run is', () => {
  test.each([
    ['two spaces for spaces', 'two   words', 'two  words'],
    ['two spaces for tabs and other white space', 'two \t\v\f\rwords', 'two  words'],
    ['a line end for a line end with spaces around it', 'one \r\n    two', 'one\ntwo'],
    ['a line end for each line end with spaces around it', 'a   \n b \n  c\r\n d', 'a\nb\nc\nd'],
    [
      'an empty line for several line ends',
      'one\n   \n\n\n\n  two\n \nthree\n\n four',
      'one\n\ntwo\n\nthree\n\nfour',
    ],
  ])('%s', (_, text, squeezed) => expect(run(text).text).toBe(squeezed));
});

test('two spaces next to other spaces are kept, or collapsed if configured', () => {
  expect(run('one  two\r\nthree \nfour\n five   six').text).toBe('one  two\r\nthree \nfour\n five  six');
  expect(run('one  two\r\nthree\n\nfour')).toEqual({ text: 'one  two\r\nthree\n\nfour' });
  expect(collapsePairs('one  two\r\nthree\n\nfour').text).toBe('one\ttwo\nthree\n\nfour');
  expect(collapsePairs('one two\nthree')).toEqual({ text: 'one two\nthree' });
});

const text = fc
  .array(
    fc.constantFrom('a', 'bc', ' ', '  ', '   ', '\t', '\n', '\r\n', '\n\n\n', `${' '.repeat(40)}`, 'é'),
    {
      maxLength: 60,
    },
  )
  .map((parts) => parts.join(''));

test('only whitespace is removed, and each unit keeps its original position', () => {
  const words = (one: string): readonly string[] => one.split(/\s+/).filter((word) => word !== '');
  fc.assert(
    fc.property(text, fc.boolean(), (one, isShort) => {
      const { text: squeezed, map } = isShort ? collapsePairs(one) : run(one);
      expect(words(squeezed)).toEqual(words(one));
      expect(squeezed).not.toMatch(/\s{3}/);
      for (let at = 0; at < squeezed.length; at += 1) {
        const [start, end] = map?.locate(at, at + 1) ?? [at, at + 1];
        const unit = squeezed.charAt(at);
        if (/\S/.test(unit)) expect(one.slice(start, end)).toBe(unit);
        else expect(one.slice(start, end)).toMatch(/^\s+$/);
      }
    }),
    { numRuns: 500 },
  );
});

test('a run that crosses the boundary of two parts is one run', () => {
  for (const offset of [65_530, 65_535, 65_536, 65_537]) {
    const long = `${'x'.repeat(offset)}     ${'y'.repeat(70_000)}   z`;
    const { text: squeezed, map } = run(long);
    expect(squeezed).toBe(`${'x'.repeat(offset)}  ${'y'.repeat(70_000)}  z`);
    expect(now(long)).toBe(squeezed);
    expect(map?.locate(offset - 1, offset + 3)).toEqual([offset - 1, offset + 6]);
    expect(map?.locate(squeezed.length - 1, squeezed.length)).toEqual([long.length - 1, long.length]);
    expect(map?.locate(0, squeezed.length)).toEqual([0, long.length]);
  }
});

test('a run longer than a part is one run, and the work is reported in pieces', () => {
  const blanks = '\n   '.repeat(200_000);
  const long = `one${blanks}two`;
  const { text: squeezed, map } = run(long);
  expect(squeezed).toBe('one\n\ntwo');
  expect(map?.locate(squeezed.length - 3, squeezed.length)).toEqual([long.length - 3, long.length]);
  expect([...collapseWhitespace(long)].length).toBeGreaterThan(10);
});
