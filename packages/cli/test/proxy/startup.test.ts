// Tests the start of a proxy: the server starts while the firewall is still being created.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { throughProxy } from '../compatibility/command.js';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));

/** Creates a folder for the test, and a function that runs a script behind the proxy. */
function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'claw-early-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const run = (script: string, input: string) => {
    const { command, args } = throughProxy({ command: process.execPath, args: ['-e', script] });
    const child = spawn(command, args, {
      env: { ...process.env, CLAWDEFENDER_HOME: folder },
      stdio: 'pipe',
    });
    const said = { out: '', err: '' };
    child.stdout.on('data', (chunk) => {
      said.out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      said.err += chunk;
    });
    child.stdin.on('error', () => {});
    child.stdin.write(input);
    return { child, said, ended: once(child, 'close') };
  };
  return { folder, run };
}

const key = `AKIA${'Q3EGRTW6LMPYNH2D'}`;
const note = JSON.stringify({
  jsonrpc: '2.0',
  method: 'notifications/message',
  params: { level: 'info', data: `aws_access_key_id = ${key}` },
});

test('the output of a server that exits immediately is read and checked completely', async () => {
  const { run } = setUp();
  const { said, ended } = run(
    `process.stdout.write(${JSON.stringify(`${note}\n`)}); process.exitCode = 3;`,
    '',
  );
  expect(await ended).toEqual([3, null]);
  expect(said.out).toContain('notifications/message');
  expect(said.out).not.toContain(key);
});

test('a call that arrives before the firewall is ready is checked as well', async () => {
  const { folder, run } = setUp();
  const file = join(folder, 'called');
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'read_file', arguments: { path: '~/.ssh/id_rsa' } },
  };
  const script = `process.stdin.on('data', () => require('node:fs').writeFileSync(${JSON.stringify(file)}, ''))`;
  const { child, said, ended } = run(script, `${JSON.stringify(call)}\n`);
  await once(child.stdout, 'data');
  child.stdin.end();
  await ended;
  expect(JSON.parse(said.out)).toMatchObject({ id: 1, error: { code: -32001 } });
  expect(existsSync(file)).toBe(false);
});

test('no server is started if the policy is invalid', async () => {
  const { folder, run } = setUp();
  const file = join(folder, 'started');
  writeFileSync(join(folder, 'policy.toml'), 'version = 1\ndefualt = "deny"\n');
  const { said, ended } = run(`require('node:fs').writeFileSync(${JSON.stringify(file)}, '')`, '');
  expect(await ended).toEqual([2, null]);
  expect(said.err).toContain('defualt');
  expect(existsSync(file)).toBe(false);
});

test.skipIf(process.platform === 'win32')(
  'SIGUSR2 immediately after the start turns the kill switch on and does not end the proxy',
  async () => {
    const { run } = setUp();
    // The server sends the signal itself, so that it arrives as early as possible.
    const script = `process.kill(process.ppid, 'SIGUSR2'); process.stdin.resume()`;
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x', arguments: {} } };
    const { child, said, ended } = run(script, '');
    await once(child.stderr, 'data');
    const answered = once(child.stdout, 'data');
    // The signal and the messages of the client may arrive in any order, but eventually every call is denied.
    const again = setInterval(
      () => child.stdin.write(`${JSON.stringify({ ...call, id: Date.now() })}\n`),
      20,
    );
    await answered;
    clearInterval(again);
    expect(said.out).toContain('kill_switch');
    child.stdin.end();
    expect(await ended).toEqual([0, null]);
  },
);

test('the second start uses the bytecode that the first has stored', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'claw-bytecode-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const isCode = (name: string) => name.endsWith('.code');
  cpSync(dist, folder, { recursive: true, filter: (name) => !isCode(name) });
  const start = async () => {
    const words = [join(folder, 'main.cjs'), 'proxy', '--', process.execPath, '-e', '0'];
    const env = { ...process.env, CLAWDEFENDER_HOME: join(folder, 'home') };
    await once(spawn(process.execPath, words, { env, stdio: 'ignore' }), 'close');
    // Rejected bytecode is replaced by a new file.
    return readdirSync(folder)
      .filter(isCode)
      .map((name) => {
        const { ino, mtimeMs } = statSync(join(folder, name));
        return { name, ino, mtimeMs };
      });
  };
  const stored = await start();
  expect(stored).toHaveLength(2);
  expect(await start()).toEqual(stored);
});
