// Tests the proxy in a real terminal, which `script` creates: its stderr is the terminal, while its stdin and stdout
// are connected to the client.

import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeFolder } from '../remove-folder.js';

const program = fileURLToPath(new URL('../../dist/main.cjs', import.meta.url));
const server = fileURLToPath(new URL('../../../../fixtures/servers/script.mjs', import.meta.url));
const supported = process.platform === 'linux' && existsSync('/usr/bin/script');
if (!supported) console.warn('SKIPPED: no `script` to make a terminal with');

let home = '';
let shown = '';
let terminal: ReturnType<typeof spawn>;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'claw-terminal-'));
  shown = '';
});
afterEach(() => removeFolder(home));

const send = (message: object) =>
  appendFileSync(join(home, 'in'), `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const call = (id: number) => send({ id, method: 'tools/call', params: { name: 'echo', arguments: { id } } });
const answers = () => readFileSync(join(home, 'out'), 'utf8');
const type = (line: string) => terminal.stdin?.write(`${line}\n`);
const within = { timeout: 20_000 };

test.skipIf(!supported)('a proxy that is started in a terminal prints what it waits for', async () => {
  const line = [process.execPath, program, 'proxy', '--', process.execPath, server].map(
    (word) => `'${word}'`,
  );
  terminal = spawn('script', ['-qfec', line.join(' '), '/dev/null'], {
    cwd: home,
    env: { ...process.env, CLAWDEFENDER_HOME: home, SHELL: '/bin/sh' },
    stdio: 'pipe',
    detached: true,
  });
  terminal.stdout?.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
  });
  try {
    await expect.poll(() => shown, within).toContain('Waiting for an MCP client on stdin.');
  } finally {
    process.kill(-(terminal.pid as number), 'SIGKILL');
  }
});

function start(): void {
  writeFileSync(
    join(home, 'policy.toml'),
    'version = 1\ndefault = "allow"\n[[rule]]\nname = "ask"\naction = "prompt"\ntool = "echo"\n',
  );
  for (const file of ['in', 'out']) writeFileSync(join(home, file), '');
  const words = [process.execPath, program, 'proxy', '--', process.execPath, server];
  const quoted = words.map((word) => `'${word}'`).join(' ');
  // `tail` keeps the client's end of the pipe open.
  const line = `tail -n +1 -f in | ${quoted} > out`;
  terminal = spawn('script', ['-qfec', line, '/dev/null'], {
    cwd: home,
    env: { ...process.env, CLAWDEFENDER_HOME: home, SHELL: '/bin/sh' },
    stdio: 'pipe',
    detached: true,
  });
  terminal.stdout?.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
  });
}

test.runIf(supported)('withdrawn approval requests leave no text in the terminal', async () => {
  start();
  try {
    for (let id = 1; id <= 6; id++) {
      call(id);
      await expect.poll(() => shown.split('Approval required (').length, within).toBe(id + 1);
      send({ method: 'notifications/cancelled', params: { requestId: id } });
      await expect.poll(() => shown.split('no longer needed').length, within).toBe(id + 1);
    }
    // This is typed while no request is displayed, so it decides nothing.
    type('yes');
    call(7);
    await expect.poll(() => shown.split('Approval required (').length, within).toBe(8);
    const [, id = ''] =
      /required \((\w{4})/.exec(shown.slice(shown.lastIndexOf('Approval required ('))) ?? [];
    type(`yes ${id}`);
    await expect.poll(answers, within).toMatch(/"id":7,"result"|"result".*"id":7/);
    // Background work continues: the proxy detects the kill switch and writes the log entry.
    execFileSync(process.execPath, [program, 'kill', 'on'], {
      env: { ...process.env, CLAWDEFENDER_HOME: home },
    });
    call(8);
    await expect.poll(answers, within).toContain('kill_switch');
  } finally {
    process.kill(-(terminal.pid as number), 'SIGKILL');
  }
});
