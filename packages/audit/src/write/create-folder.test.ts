// Tests the creation of folders with their parents, and the errors if a folder cannot be created.

import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createFolder } from './create-folder.js';

const root = mkdtempSync(join(tmpdir(), 'claw-create-folder-'));
afterAll(() => rmSync(root, { recursive: true }));
const at = (...names: string[]) => join(root, ...names);
writeFileSync(at('file'), '');
symlinkSync(at('missing', 'target'), at('dangling'));
symlinkSync(root, at('link'));

const created = [
  { name: 'a single level', path: at('one') },
  { name: 'several levels', path: at('a', 'b', 'c') },
  { name: 'an existing folder', path: root },
  { name: 'a folder behind a symbolic link', path: at('link', 'behind') },
];
for (const { name, path } of created)
  test(name, () => {
    createFolder(path);
    createFolder(path);
    expect(statSync(path).isDirectory()).toBe(true);
  });

test.runIf(process.platform !== 'win32')('all levels have mode 0700', () => {
  createFolder(at('x', 'y'));
  for (const path of [at('x'), at('x', 'y')]) expect(statSync(path).mode & 0o777).toBe(0o700);
});

const failing = [
  { name: 'a file exists at the path', path: at('file'), code: 'EEXIST' },
  // The error code depends on the version of Node.
  {
    name: 'a parent is a file',
    path: at('file', 'x', 'y'),
    code: expect.stringMatching(/^(?:EEXIST|ENOTDIR)$/),
  },
  { name: 'a dangling symbolic link exists at the path', path: at('dangling'), code: 'EEXIST' },
];
for (const { name, path, code } of failing)
  test(name, () => expect(() => createFolder(path)).toThrow(expect.objectContaining({ code })));

for (const path of ['/proc/claw', '/proc/claw/deep/er'])
  test.runIf(process.platform === 'linux')(`\`${path}\` throws instead of looping forever`, () =>
    expect(() => createFolder(path)).toThrow(
      'cannot create the folder `/proc/claw`: `/proc` does not accept new folders',
    ),
  );
