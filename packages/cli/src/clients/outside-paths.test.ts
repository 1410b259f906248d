// Tests which absolute paths in a project file are outside the control of the repository.

import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isOutside } from './own-program.js';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'claw-outside-')));
const project = join(root, 'repository');
mkdirSync(join(project, '.git'), { recursive: true });
mkdirSync(join(root, 'bin'));
for (const file of [join(root, 'bin', 'node'), join(project, 'node')]) writeFileSync(file, '');
symlinkSync(project, join(root, 'link'));

const cases = [
  { name: 'a program outside the repository', path: join(root, 'bin', 'node'), outside: true },
  { name: 'a program in the repository', path: join(project, 'node'), outside: false },
  { name: 'a link into the repository', path: join(root, 'link', 'node'), outside: false },
  { name: 'a program that does not exist', path: join(root, 'bin', 'node-22'), outside: false },
  { name: 'the current folder of the process', path: '/proc/self/cwd/bin/node', outside: false },
  { name: 'the current folder of the process with `/./`', path: '/./proc/self/cwd/bin/node', outside: false },
  {
    name: 'the current folder of the process with `/../`',
    path: '/bin/../proc/self/cwd/bin/node',
    outside: false,
  },
  { name: 'the current folder of the process with `//`', path: '//proc/self/cwd/bin/node', outside: false },
  {
    name: 'the current folder of the process with `//` in the middle',
    path: '/.//proc/self/cwd/bin/node',
    outside: false,
  },
  {
    name: 'the current folder of the process through a link',
    path: '/var/run/../proc/self/cwd/bin/node',
    outside: false,
  },
  { name: 'a file descriptor of the process', path: '/./dev/fd/3', outside: false },
  { name: 'a network share', path: '\\\\host\\share\\node.exe', outside: false },
  { name: 'a relative path', path: 'bin/node', outside: false },
];
for (const { name, path, outside } of cases)
  test(`${name} is ${outside ? 'outside' : 'not outside'}: ${path.replace(root, '')}`, () =>
    expect(isOutside(path, project)).toBe(outside));

test('in a user file a path does not have to exist, but must not depend on the process', () => {
  expect(isOutside('/opt/homebrew/opt/node@22/bin/node', undefined)).toBe(true);
  expect(isOutside('/.//proc/self/cwd/bin/node', undefined)).toBe(false);
});
