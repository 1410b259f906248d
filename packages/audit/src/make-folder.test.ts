// Folders of our own, made with those above them, and what is said where none can be made.

import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from './make-folder.js';

const root = mkdtempSync(join(tmpdir(), 'claw-make-folder-'));
afterAll(() => rmSync(root, { recursive: true }));
const at = (...names: string[]) => join(root, ...names);
writeFileSync(at('file'), '');
symlinkSync(at('nowhere', 'at', 'all'), at('astray'));
symlinkSync(root, at('link'));

const made = [
  { name: 'one', path: at('one') },
  { name: 'several above each other', path: at('a', 'b', 'c') },
  { name: 'one that is there', path: root },
  { name: 'one behind a link', path: at('link', 'behind') },
];
for (const { name, path } of made)
  test(name, () => {
    makeFolder(path);
    makeFolder(path);
    expect(statSync(path).isDirectory()).toBe(true);
  });

test.runIf(process.platform !== 'win32')('all of them are private', () => {
  makeFolder(at('x', 'y'));
  for (const path of [at('x'), at('x', 'y')]) expect(statSync(path).mode & 0o777).toBe(0o700);
});

const refused = [
  { name: 'a file is in the way', path: at('file'), code: 'EEXIST' },
  // Newer releases of Node say of the file itself that it is there, older ones of the path that it leads through none.
  {
    name: 'a file is above',
    path: at('file', 'x', 'y'),
    code: expect.stringMatching(/^(?:EEXIST|ENOTDIR)$/),
  },
  { name: 'a link that leads nowhere is in the way', path: at('astray'), code: 'EEXIST' },
];
for (const { name, path, code } of refused)
  test(name, () => expect(() => makeFolder(path)).toThrow(expect.objectContaining({ code })));

for (const path of ['/proc/claw', '/proc/claw/deep/er'])
  test.runIf(process.platform === 'linux')(`\`${path}\` is refused instead of tried for ever`, () =>
    expect(() => makeFolder(path)).toThrow('`/proc/claw` cannot be made: `/proc` takes no folders'),
  );
