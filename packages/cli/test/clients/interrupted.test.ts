// Checks that after any failure during a write, the file contains the old text or the new text, and the message says
// which.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { clients } from '../../src/clients/known/known-clients.js';
import { readSource } from '../../src/clients/servers.js';
import { editFile } from '../../src/commands/wrap/edit-files.js';
import { Home, program } from './home.js';

const cursor = '.cursor/mcp.json';
const many = Array.from({ length: 40 }, (_, index) => [
  `s${index}`,
  { command: 'npx', args: ['-y', `server-${index}`] },
]);
const text = JSON.stringify({ mcpServers: Object.fromEntries(many) }, null, 2);

const dieAt = fileURLToPath(new URL('crash-at.cjs', import.meta.url));

/** Kills the program at each file operation in turn; returns the number of operations. */
async function atEachStep(words: readonly string[], begin: () => Home): Promise<number> {
  const wrappedText = await textWhenWrapped();
  for (let step = 1; ; step++) {
    const home = begin();
    const before = home.read(cursor);
    const child = spawn(process.execPath, ['--require', dieAt, program, ...words], {
      env: { HOME: home.path, DIE_AT: String(step) },
      stdio: 'ignore',
    });
    const [code] = await once(child, 'close');
    if (code === 0) return step - 1;
    for (const name of readdirSync(home.at('.cursor')).filter((one) => !one.endsWith('.tmp')))
      expect([text, wrappedText]).toContain(home.read(`.cursor/${name}`));
    // After any interruption, the next run wraps the remaining servers, and unwrapping restores the old text.
    expect((await home.run(...words)).code).toBe(0);
    expect(home.read(cursor)).toBe(before === text ? wrappedText : text);
    await home.run('unwrap', '--all');
    expect(home.read(cursor)).toBe(text);
  }
}

async function textWhenWrapped(): Promise<string> {
  const home = unwrappedHome();
  await home.run('wrap', '--all');
  return home.read(cursor);
}

function unwrappedHome(): Home {
  const home = new Home();
  home.write(cursor, text);
  return home;
}

test('after a kill at any step of wrapping, the file is old or new, and the next run wraps the rest', async () => {
  expect(await atEachStep(['wrap', '--all'], unwrappedHome)).toBeGreaterThan(10);
}, 120_000);

test('after a kill at any step of unwrapping, the file is old or new', async () => {
  const wrapped = unwrappedHome();
  await wrapped.run('wrap', '--all');
  const wrappedText = wrapped.read(cursor);
  const records = wrapped.read('.local/state/clawdefender/wrapped.json').replaceAll(wrapped.path, 'HOME');
  const begin = () => {
    const home = new Home();
    home.write(cursor, wrappedText);
    home.write('.local/state/clawdefender/wrapped.json', records.replaceAll('HOME', home.path), 0o600);
    return home;
  };
  expect(await atEachStep(['unwrap', '--all'], begin)).toBeGreaterThan(5);
}, 120_000);

test('the next run removes the temporary files of a killed run', async () => {
  const home = new Home();
  home.write(cursor, text);
  const [old, fresh] = ['.mcp.json.0123456789ab.tmp', '.mcp.json.ba9876543210.tmp'];
  for (const name of [old, fresh, '.mcp.json.tmp']) home.write(`.cursor/${name}`, 'half');
  utimesSync(home.at('.cursor', old), 0, 0);
  await home.run('wrap', '--all');
  // A recent temporary file may belong to a process that is still writing, so it is not removed.
  expect(readdirSync(home.at('.cursor')).sort()).toEqual(
    ['mcp.json', 'mcp.json.bak', fresh, '.mcp.json.tmp'].sort(),
  );
});

/** Mounts a small file system; returns undefined if this user cannot mount one. */
function smallDisk(kilobytes: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'claw-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder]);
  if (mounted.status !== 0) return undefined;
  onTestFinished(() => void spawnSync('umount', [folder]));
  return folder;
}

const isRoot = process.getuid?.() === 0 && process.platform === 'linux';
for (const { kilobytes, ends } of [
  { kilobytes: 4, ends: 'no room for the copy' },
  { kilobytes: 12, ends: 'no room for the new text' },
  { kilobytes: 64, ends: 'room for all' },
])
  test.skipIf(!isRoot)(
    `a full disk, ${ends}: the file is old or new, and the message says which`,
    async () => {
      const disk = smallDisk(kilobytes);
      if (disk === undefined) return;
      const home = new Home();
      const file = join(disk, 'mcp.json');
      writeFileSync(file, text);
      const { code, stdout } = await home.run('wrap', '--all', '--config', file);
      const after = readFileSync(file, 'utf8');
      expect(readdirSync(disk).filter((name) => name.endsWith('.tmp'))).toEqual([]);
      if (ends === 'room for all') {
        expect({ code, after }).toEqual({ code: 0, after: await textWhenWrapped() });
        return;
      }
      expect({ code, after }).toEqual({ code: 1, after: text });
      expect(stdout).toMatch(/failed: .*(?:no space left on device).*; the file was not changed/i);
      expect(stdout).toContain('0 wrapped');
    },
  );

test('a read-only file stays unchanged and is reported', async () => {
  const home = new Home();
  chmodSync(home.write(cursor, text), 0o444);
  const { code, stdout } = await home.run('wrap', '--all');
  expect(code).toBe(1);
  expect(stdout).toContain('failed: it is read-only; the file was not changed');
  expect(home.read(cursor)).toBe(text);
  expect(readdirSync(home.at('.cursor'))).toEqual(['mcp.json']);
});

test('`unwrap` of a read-only file creates no backup, and only wrapped servers fail', async () => {
  const home = new Home();
  home.write(cursor, '{"mcpServers":{"a":{"command":"x"},"b":{"command":"y"}}}');
  await home.run('wrap', 'b');
  const files = readdirSync(home.at('.cursor'));
  chmodSync(home.at(cursor), 0o444);
  const { code, value } = await home.json('unwrap', '--all');
  expect(code).toBe(1);
  expect(value.items).toMatchObject([{ server: 'b', state: 'failed' }]);
  expect(readdirSync(home.at('.cursor'))).toEqual(files);
});

test('on a full disk the file stays unchanged', async () => {
  const home = new Home();
  home.write(cursor, text);
  // The shell limits the size of files to one block, so the backup of this file does not fit.
  const { code, stdout } = await home.start('bash', [
    '-c',
    `trap '' XFSZ; ulimit -f 1; "$0" "$@"`,
    process.execPath,
    program,
    'wrap',
    '--all',
  ]);
  expect(code).toBe(1);
  expect(stdout).toContain('the file was not changed');
  expect(home.read(cursor)).toBe(text);
  expect(readdirSync(home.at('.cursor'))).toEqual(['mcp.json']);
});

const source = (home: Home) => {
  const client = clients.filter(({ name }) => name === 'cursor');
  return { clients: client, scope: 'user' as const, file: home.at(cursor) };
};
const own = { node: process.execPath, script: program, lastingScript: program, path: [] };

test('concurrent changes of a client are kept', async () => {
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

test('a client that writes continuously is reported', async () => {
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
    problem: 'the client keeps changing the file; close the client and try again',
  });
  expect(home.read(cursor)).toMatch(/^\.+$/);
});
