// Several processes and one file: what a limit lets pass is exact, and whoever waits is woken.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { openSqliteStore } from '../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'claw-processes-'));
afterAll(() => rmSync(folder, { recursive: true }));
const program = fileURLToPath(new URL('./member.mjs', import.meta.url));
const start = (...args: (string | number)[]) =>
  spawn(process.execPath, [program, ...args.map(String)], { stdio: ['ignore', 'pipe', 'inherit'] });

test('three processes count to exactly the limit', async () => {
  const file = join(folder, 'counters.db');
  const outputs = [1, 2, 3].map(() => start(file, 'hit', 250, 200).stdout.setEncoding('utf8').toArray());
  const passed = (await Promise.all(outputs)).map((output) => Number(output.join('')));
  expect(passed.reduce((sum, each) => sum + each, 0)).toBe(250);
});

test('a process that waits is woken by what another writes', async () => {
  const file = join(folder, 'cells.db');
  const child = start(file, 'wait', 'answer');
  const lines = child.stdout.setEncoding('utf8')[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('waiting\n');
  const store = openSqliteStore({ file });
  await store.cells.put('approval', 'answer', String(Date.now()));
  const delay = Number((await lines.next()).value);
  // The promise is a quarter of a second; a busy machine gets more.
  expect(delay).toBeLessThan(2000);
  await store.close();
});
