// Our wildcards are fewer than those of the glob libraries, so that nobody is surprised by braces or negation in a rule. The
// ones that are left mean what people know them to mean: micromatch says the same wherever both languages do.

import fc from 'fast-check';
import micromatch from 'micromatch';
import { describe, expect, test } from 'vitest';
import { compileGlob } from './glob.js';

const letters = fc.string({ unit: fc.constantFrom(...'ab.-_ 1'), minLength: 1, maxLength: 4 });
/** A folder or a file; `.` and `..` are no names. */
const name = letters.filter((text) => !/^\.+$/.test(text));
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => `/${names.join('/')}`);

/** A name in which some parts are left open. One star at a time: two of them are another wildcard. */
const openName = fc
  .array(name, { minLength: 1, maxLength: 3 })
  .chain((parts) =>
    fc
      .tuple(fc.boolean(), fc.boolean())
      .map(([first, last]) => `${first ? '*' : ''}${parts.join('*')}${last ? '*' : ''}`),
  );
/** To micromatch a folder itself is not among what lies below it when its name ends with a star. */
const pattern = fc
  .tuple(fc.array(openName, { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([names, below]) => `/${names.join('/')}${below && !names.at(-1)?.endsWith('*') ? '/**' : ''}`);

/** A path that a pattern has good chances to match. */
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

describe('the wildcards that micromatch knows, too', () => {
  test('mean the same for any path', () => {
    fc.assert(
      fc.property(pattern, path, (glob, value) => {
        expect(compileGlob(glob)(value)).toBe(known(value, glob));
      }),
      { numRuns: 2000 },
    );
  });

  test('mean the same for paths that nearly match', () => {
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
    // Otherwise nothing was compared.
    expect(matched).toBeGreaterThan(500);
  });
});

describe('what micromatch reads otherwise is a letter to us, or crosses folders', () => {
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
