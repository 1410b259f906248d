import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { approvalOrigin } from './approval-origin.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'claw-origin-')));
const installed = join(folder, 'with-packages');
mkdirSync(join(installed, 'node_modules'), { recursive: true });
mkdirSync(join(installed, 'deeper'));
writeFileSync(join(folder, 'server.mjs'), '');
afterAll(() => rmSync(folder, { recursive: true }));

const cases: readonly { title: string; words: [string, ...string[]]; in: string; isBound: boolean }[] = [
  { title: 'a script in the folder', words: ['node', 'server.mjs'], in: folder, isBound: true },
  { title: 'a script in a folder above', words: ['node', '../server.mjs'], in: installed, isBound: true },
  { title: 'a program in the folder', words: ['./server'], in: folder, isBound: true },
  {
    title: 'a package runner where packages are installed',
    words: ['npx', '-y', 'a'],
    in: installed,
    isBound: true,
  },
  {
    title: 'a package runner below',
    words: ['npx', '-y', 'a'],
    in: join(installed, 'deeper'),
    isBound: true,
  },
  { title: 'a package runner elsewhere', words: ['npx', '-y', 'a@1'], in: folder, isBound: false },
  {
    title: 'a script with an absolute path',
    words: ['node', join(folder, 'server.mjs')],
    in: folder,
    isBound: false,
  },
  { title: 'a program on the PATH', words: ['mcp-server', '--root', '/srv'], in: installed, isBound: false },
];
for (const { title, words, in: current, isBound } of cases)
  test(`approvals are ${isBound ? '' : 'not '}bound to the current folder: ${title}`, () => {
    const origin = approvalOrigin({ kind: 'command', words }, current);
    expect(origin.endsWith(` (in ${current})`)).toBe(isBound);
  });

test('approvals for a URL are not bound to a folder', () => {
  const url = new URL('https://example.com/mcp?key=1');
  expect(approvalOrigin({ kind: 'url', url, headers: {} }, folder)).toBe('https://example.com/mcp');
});
