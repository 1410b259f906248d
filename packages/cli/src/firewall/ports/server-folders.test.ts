import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { foldersInArguments } from './server-folders.js';

const folder = mkdtempSync(join(tmpdir(), 'claw-words-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
for (const name of ['one', 'two']) mkdirSync(at(name));
writeFileSync(at('file'), '');

test.each([
  {
    name: 'returns each folder once',
    words: [at('one'), at('two'), at('one')],
    found: [at('one'), at('two')],
  },
  {
    name: 'finds folders in options',
    words: [`--root=${at('one')}`, '--root', at('two')],
    found: [at('one'), at('two')],
  },
  { name: 'resolves paths with dots and slashes', words: [`${at('one')}/../two/`], found: [at('two')] },
  {
    name: 'ignores files, packages, flags and missing folders',
    words: [at('file'), 'some-package', '-y', at('gone')],
    found: [],
  },
  {
    name: 'ignores scripts that are too long for a path',
    words: ['-e', 'x'.repeat(5_000), 'a\0b'],
    found: [],
  },
  { name: 'ignores the current folder', words: ['.', process.cwd(), ''], found: [] },
])('$name', ({ words, found }) => expect(foldersInArguments(words)).toEqual(found));

test('returns at most 16 folders', () => {
  const many = Array.from({ length: 40 }, (_, index) => at(`many-${index}`));
  for (const one of many) mkdirSync(one);
  expect(foldersInArguments(many)).toHaveLength(16);
});
