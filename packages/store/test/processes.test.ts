// Tests several processes that share one file: limits are exact across them, and watchers are notified.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { openSqliteStore } from '../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'claw-processes-'));
afterAll(() => rmSync(folder, { recursive: true }));
const program = fileURLToPath(new URL('./shared-process.mjs', import.meta.url));
const start = (...args: (string | number)[]) =>
  spawn(process.execPath, [program, ...args.map(String)], { stdio: ['ignore', 'pipe', 'inherit'] });

test('three processes together are allowed exactly the limit', async () => {
  const file = join(folder, 'counters.db');
  const outputs = [1, 2, 3].map(() => start(file, 'hit', 250, 200).stdout.setEncoding('utf8').toArray());
  const allowed = (await Promise.all(outputs)).map((output) => Number(output.join('')));
  expect(allowed.reduce((sum, each) => sum + each, 0)).toBe(250);
});

test('a waiting process is notified of a write by another process', async () => {
  const file = join(folder, 'table.db');
  const child = start(file, 'wait', 'answer');
  const lines = child.stdout.setEncoding('utf8')[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('waiting\n');
  const store = openSqliteStore({ file });
  await store.table.put('approval', 'answer', String(Date.now()));
  const delay = Number((await lines.next()).value);
  // The documented limit is 250 ms; on a busy machine, it may take longer.
  expect(delay).toBeLessThan(2000);
  await store.close();
});
