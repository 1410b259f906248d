// Compares the wildcards with micromatch. The policy language has fewer wildcards than glob libraries: no braces and
// no negation. Wildcards that both support must have the same results.

import fc from 'fast-check';
import micromatch from 'micromatch';
import { describe, expect, test } from 'vitest';
import { compileGlob } from './glob.js';

const letters = fc.string({ unit: fc.constantFrom(...'ab.-_ 1'), minLength: 1, maxLength: 4 });
/** The name of a folder or a file. `.` and `..` are excluded. */
const name = letters.filter((text) => !/^\.+$/.test(text));
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => `/${names.join('/')}`);

/** A name in which a star replaces some parts. Two adjacent stars would be another wildcard. */
const openName = fc
  .array(name, { minLength: 1, maxLength: 3 })
  .chain((parts) =>
    fc
      .tuple(fc.boolean(), fc.boolean())
      .map(([first, last]) => `${first ? '*' : ''}${parts.join('*')}${last ? '*' : ''}`),
  );
/** In micromatch, a folder whose name ends with a star does not match a pattern for the content of the folder. */
const pattern = fc
  .tuple(fc.array(openName, { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([names, below]) => `/${names.join('/')}${below && !names.at(-1)?.endsWith('*') ? '/**' : ''}`);

/** A path that is likely to match a pattern. */
const filled = (text: string) =>
  fc.array(fc.oneof(fc.constant(''), name), { minLength: 8, maxLength: 8 }).map((texts) => {
    let next = 0;
    return text.replaceAll('**', 'a/b').replaceAll('*', () => texts[next++ % texts.length] ?? '');
  });

const known = (value: string, glob: string) =>
  micromatch.isMatch(value, glob, {
    dot: true,
    nobrace: true,
    noextglob: true,
    nonegate: true,
    strictSlashes: false,
  });

describe('wildcards that micromatch supports as well', () => {
  test('match the same paths', () => {
    fc.assert(
      fc.property(pattern, path, (glob, value) => {
        expect(compileGlob(glob)(value)).toBe(known(value, glob));
      }),
      { numRuns: 2000 },
    );
  });

  test('have the same result for paths that nearly match', () => {
    const pairs = pattern.chain((glob) => filled(glob).map((value) => [glob, value] as const));
    let matched = 0;
    fc.assert(
      fc.property(pairs, ([glob, value]) => {
        const ours = compileGlob(glob)(value);
        if (ours) matched += 1;
        expect(ours).toBe(known(value, glob));
      }),
      { numRuns: 2000 },
    );
    // Otherwise the test would compare only values that do not match.
    expect(matched).toBeGreaterThan(500);
  });
});

describe('other micromatch syntax is matched literally, or matches across folders', () => {
  for (const [glob, value, ours] of [
    ['{a,b}', 'a', false],
    ['!a', 'b', false],
    ['@(a|b)', 'a', false],
    ['[ab]', 'a', false],
    ['foo**', 'foo/a/b', true],
    ['a?b', 'a/b', true],
    ['/home/*', '/home/.ssh', true],
  ] as const)
    test(`\`${glob}\` and \`${value}\``, () => {
      expect(compileGlob(glob)(value)).toBe(ours);
      expect(micromatch.isMatch(value, glob)).toBe(!ours);
    });
});
