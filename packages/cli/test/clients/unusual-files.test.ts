// Tests unusual files and home folders: no command hangs, no command writes to a path that a repository could choose,
// and each failure has a clear message.

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { expect, test } from 'vitest';
import { Home, program } from './home.js';

const cursor = '.cursor/mcp.json';
const one = '{"mcpServers":{"a":{"command":"x"}}}';

test('concurrent wrap and unwrap commands lose no changes', async () => {
  const home = new Home();
  const names = ['a', 'b', 'c', 'd', 'e'];
  // An empty list of arguments can only be restored from the wrap records.
  const entries = names.map((name) => `"${name}": {"command": "x", "args": []}`);
  const text = `{"mcpServers": {\n${entries.join(',\n')}\n}}\n`;
  home.write(cursor, text);
  const outcomes = await Promise.all(names.map((name) => home.run('wrap', name)));
  expect(outcomes.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
    names.map(() => ({ code: 0, stderr: '' })),
  );
  expect((await home.run('wrap', '--check')).stdout).toContain('5 protected, 0 unprotected');
  expect(readdirSync(home.at('.local/state/clawdefender'))).toEqual(['wrapped.json']);
  await home.run('unwrap', '--all');
  expect(home.read(cursor)).toBe(text);
});

test('the lock of a process that has exited blocks no command', async () => {
  const home = new Home();
  home.write(cursor, one);
  const { pid } = spawnSync(process.execPath, ['--version']);
  home.write('.local/state/clawdefender/wrap.lock', `${pid} x`);
  expect((await home.run('wrap', 'a')).code).toBe(0);
});

test('nothing is changed if the wrap record cannot be saved', async () => {
  const home = new Home();
  home.write(cursor, one);
  home.write('.local/state', 'a file');
  const { code, stderr } = await home.run('wrap', 'a');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^clawdefender: Nothing was changed: .*\n$/);
  expect(home.read(cursor)).toBe(one);
});

test('links without a target and links to themselves are ignored', async () => {
  const home = new Home();
  mkdirSync(home.at('.aws/amazonq/cli-agents'), { recursive: true });
  symlinkSync('/nowhere', home.at('.aws/amazonq/cli-agents/a.json'));
  mkdirSync(home.at('.cursor'));
  symlinkSync('mcp.json', home.at(cursor));
  expect(await home.run('scan')).toMatchObject({ code: 0, stderr: '' });
});

test('if the backup path is an endless device, the device is not read', async () => {
  const home = new Home();
  home.write(cursor, one);
  symlinkSync('/dev/zero', home.at(`${cursor}.bak`));
  expect((await home.run('wrap', 'a')).code).toBe(0);
  expect(home.read(`${cursor}.bak.1`)).toBe(one);
});

const isRoot = process.getuid?.() === 0 && process.platform === 'linux';
const runAs = (uid: number, env: Record<string, string>, ...words: string[]) =>
  spawnSync(process.execPath, [program, ...words], { uid, gid: uid, env, encoding: 'utf8' });
/** False if another user may not read the folder of the program. */
const canRunAs = isRoot && runAs(65534, { HOME: '/' }, '--version').status === 0;
test.skipIf(!canRunAs)('a file of another owner keeps its owner, or stays unchanged', async () => {
  const home = new Home();
  for (const mode of [0o644, 0o666]) {
    const file = home.write(cursor, one, mode);
    for (const path of [home.path, home.at('.cursor')]) chownSync(path, 65534, 65534);
    chmodSync(file, mode);
    const { status, stdout } = runAs(65534, { HOME: home.path }, 'wrap', 'a');
    expect(status).toBe(1);
    expect(stdout).toMatch(/a {2}failed: .*; the file was not changed/);
    expect(home.read(cursor)).toBe(one);
    expect(statSync(file).uid).toBe(0);
  }
});

for (const { name, HOME } of [
  { name: 'empty', HOME: '' },
  { name: 'relative', HOME: 'here' },
])
  test(`a home that is ${name} does not resolve to the current folder`, async () => {
    const home = new Home();
    home.env = { HOME };
    home.write(`${HOME === '' ? '.' : HOME}/${cursor}`, one);
    home.write(`${HOME === '' ? '.' : HOME}/.config/clawdefender/policy.toml`, 'broken');
    const { value } = await home.json('status');
    expect(value['policy']).not.toContain(home.path);
    expect(JSON.stringify(value['unprotected'])).not.toContain(home.path);
    expect((await home.run('policy', 'check')).stderr).not.toContain('broken');
  });

test.skipIf(!canRunAs)('a user without a home folder gets an error', () => {
  const { status, stderr } = runAs(54321, {}, 'status');
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: 'clawdefender: No home folder found. Set `HOME` to an absolute path.\n',
  });
});

for (const { name, prepare } of [
  { name: 'a file instead of the folder', prepare: (home: Home) => home.write('.config', '') },
  {
    name: 'a folder instead of the policy',
    prepare: (home: Home) => mkdirSync(home.at('.config/clawdefender/policy.toml'), { recursive: true }),
  },
  {
    name: 'a link without a target',
    prepare: (home: Home) => {
      mkdirSync(home.at('.config/clawdefender'), { recursive: true });
      symlinkSync('/nowhere', home.at('.config/clawdefender/policy.toml'));
    },
  },
])
  test(`\`init\` reports why it could not write: ${name}`, async () => {
    const home = new Home();
    prepare(home);
    const { code, stderr } = await home.run('init');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^clawdefender: .*(?:[Nn]othing was changed|A policy already exists).*\n$/);
  });

test('a marker with another command is ignored', async () => {
  const home = new Home();
  const text = JSON.stringify({
    mcpServers: {
      x: {
        command: 'clawdefender',
        args: ['proxy', '--server', 'x', '--', 'npx', 'good'],
        _clawdefender_original: { command: 'evil', args: [] },
      },
    },
  });
  home.write('shop/.mcp.json', text);
  const { code, stdout } = await home.run('unwrap', 'x', '--project', 'shop');
  expect(code).toBe(1);
  expect(stdout).toContain('differs from the command after `--`; remove it');
  expect(home.read('shop/.mcp.json')).toBe(text);
});

test('a program in the repository that has our name is treated as an ordinary server', async () => {
  const home = new Home();
  home.write('shop/clawdefender', '#!/bin/sh\n', 0o755);
  writeFileSync(
    home.at('shop/.mcp.json'),
    '{"mcpServers":{"x":{"command":"./clawdefender","args":["serve"]}}}',
  );
  const { value } = await home.json('scan', '--project', 'shop');
  expect(value.items).toMatchObject([{ server: 'x', wrapped: false }]);
  await home.run('wrap', 'x', '--project', 'shop');
  expect(JSON.parse(home.read('shop/.mcp.json')).mcpServers.x.args.slice(-3)).toEqual([
    '--',
    './clawdefender',
    'serve',
  ]);
  expect(existsSync(home.at('shop/.mcp.json.bak'))).toBe(true);
});
