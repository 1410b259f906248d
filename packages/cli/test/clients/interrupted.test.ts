// Whatever goes wrong while a file is written: it holds the old text or the new one, and the message says which.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clients } from '../../src/clients/index.js';
import { readSource } from '../../src/clients/servers.js';
import { editFile } from '../../src/commands/wrap/edit-files.js';
import { Home, program } from './home.js';

const cursor = '.cursor/mcp.json';
const many = Array.from({ length: 40 }, (_, index) => [
  `s${index}`,
  { command: 'npx', args: ['-y', `server-${index}`] },
]);
const text = JSON.stringify({ mcpServers: Object.fromEntries(many) }, null, 2);

test('killed at any moment, the file is old or new', async () => {
  const reference = new Home();
  reference.write(cursor, text);
  const began = performance.now();
  await reference.run('wrap', '--all');
  const whole = performance.now() - began;
  const home = new Home();
  home.write(cursor, text);
  for (let part = 1; part <= 12; part++) {
    const child = spawn(process.execPath, [program, 'wrap', '--all'], {
      env: { HOME: home.path },
      stdio: 'ignore',
    });
    setTimeout(() => child.kill('SIGKILL'), (whole * part) / 12);
    await once(child, 'close');
    expect([text, reference.read(cursor)]).toContain(home.read(cursor));
    writeFileSync(home.at(cursor), text);
  }
});

test('a file that may not be written stays as it is, and the message says so', async () => {
  const home = new Home();
  chmodSync(home.write(cursor, text), 0o444);
  const { code, stdout } = await home.run('wrap', '--all');
  expect(code).toBe(1);
  expect(stdout).toContain('failed: it is read-only; the file is as it was');
  expect(home.read(cursor)).toBe(text);
  expect(readdirSync(home.at('.cursor')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('on a disk that takes no more, the file stays as it is', async () => {
  const home = new Home();
  home.write(cursor, text);
  // The shell lets no file grow beyond one block, so the copy of this one does not fit.
  const { code, stdout } = await home.start('bash', [
    '-c',
    `trap '' XFSZ; ulimit -f 1; "$0" "$@"`,
    process.execPath,
    program,
    'wrap',
    '--all',
  ]);
  expect(code).toBe(1);
  expect(stdout).toContain('the file is as it was');
  expect(home.read(cursor)).toBe(text);
  expect(readdirSync(home.at('.cursor'))).toEqual(['mcp.json']);
});

const source = (home: Home) => {
  const client = clients.filter(({ name }) => name === 'cursor');
  return { clients: client, scope: 'user' as const, file: home.at(cursor) };
};
const own = { node: process.execPath, script: program };

test('what a client writes in the meantime is not lost', async () => {
  const home = new Home();
  home.write(cursor, 'one');
  const read = await readSource(source(home), own);
  let calls = 0;
  const outcome = await editFile(
    read,
    async (now) => {
      calls++;
      if (calls === 1) appendFileSync(home.at(cursor), ' two');
      return { text: `${now} wrapped`, result: undefined };
    },
    false,
  );
  expect(outcome).toMatchObject({ kind: 'done', before: 'one two', after: 'one two wrapped' });
  expect(readFileSync(home.at(cursor), 'utf8')).toBe('one two wrapped');
});

test('a client that never stops writing is told about', async () => {
  const home = new Home();
  home.write(cursor, '');
  const read = await readSource(source(home), own);
  const outcome = await editFile(
    read,
    async (now) => {
      appendFileSync(home.at(cursor), '.');
      return { text: `${now} wrapped`, result: undefined };
    },
    false,
  );
  expect(outcome).toEqual({
    kind: 'failed',
    problem: 'its client keeps writing it; close the client and try again',
  });
  expect(home.read(cursor)).toMatch(/^\.+$/);
});
