// Tests the program as a process: signals, exit codes, stderr, and a killed client.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { throughProxy } from '../compatibility/command.js';
import { isAlive, Running } from '../running-proxy.js';

const pidOf = async (running: Running): Promise<number> =>
  ((await running.call('process')) as { pid: number }).pid;

async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('clawdefender proxy', () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    test(`row 20: ${signal} to the proxy ends the server in an orderly way`, async () => {
      const running = new Running();
      const pid = await pidOf(running);
      running.child.kill(signal);
      expect(await running.ended()).toBe(0);
      expect(isAlive(pid)).toBe(false);
    });
  }

  test('row 20: a signal or a disconnected client ends a server that would keep running', async () => {
    const running = new Running(['--linger']);
    const pid = await pidOf(running);
    running.child.stdin?.end();
    running.child.kill('SIGTERM');
    expect(await running.ended()).toBe(143);
    expect(isAlive(pid)).toBe(false);
  });

  test('row 20: a server that ignores signals is killed in time, together with its child processes', async () => {
    const running = new Running(['--stubborn']);
    const pid = await pidOf(running);
    const { pid: grandchild } = (await running.call('spawn', { stubborn: true })) as { pid: number };
    running.child.kill('SIGTERM');
    running.child.kill('SIGINT');
    expect(await running.ended()).toBe(137);
    expect([isAlive(pid), isAlive(grandchild)]).toEqual([false, false]);
  });

  test('the exit code is that of the server, and stderr contains the reason', async () => {
    const running = new Running();
    const waiting = running.start('hang');
    running.start('exit', { code: 42 });
    expect(await running.ended()).toBe(42);
    expect(await running.answer(waiting)).toMatchObject({ error: { code: -32003 } });
    expect(running.stderr).toContain('the server exited with code 42');
  });

  test('row 19: stderr of the server is forwarded byte for byte', async () => {
    const running = new Running();
    await running.call('stderr', { text: '{"jsonrpc":"2.0"}\u0007 \u001b[31mé\r\n no newline' });
    running.child.stdin?.end();
    await running.ended();
    expect(running.stderr).toBe('{"jsonrpc":"2.0"}\u0007 \u001b[31mé\r\n no newline');
  });

  test('row 101: rejected input is reported on stderr with its control characters escaped', async () => {
    const running = new Running();
    await running.call('print', { text: '\u001b]0;owned\u0007 hello' });
    running.child.stdin?.end();
    await running.ended();
    expect(running.stderr).toContain('hello');
    for (const control of ['\u001b', '\u0007']) expect(running.stderr).not.toContain(control);
  });

  test('the received bytes are exactly the bytes that were sent', async () => {
    const running = new Running();
    const odd =
      '{ "method":"notifications/od\\u0064" ,"params":{"n":1.50,"s":"\\/é\u2028"}, "jsonrpc" : "2.0" }\r';
    running.send('{"jsonrpc":"2.0","method":"x","params":{"a":1,"a":2}}');
    running.send(odd);
    const { lines } = (await running.call('received')) as { lines: string[] };
    expect(Buffer.from(lines[0] as string, 'base64').toString()).toBe(`${odd}\n`);
    expect(lines).toHaveLength(2);
    running.child.stdin?.end();
    await running.ended();
  });

  test('no process is still running after the client was killed', async () => {
    const script = fileURLToPath(new URL('../../../../fixtures/servers/script.mjs', import.meta.url));
    const { command, args } = throughProxy({ command: process.execPath, args: [script] });
    // The program starts the proxy as a client would, prints the process ids, and is then killed.
    const program = `
      const { spawn } = require('node:child_process');
      const proxy = spawn(${JSON.stringify(command)}, ${JSON.stringify(args)}, { stdio: ['pipe', 'pipe', 'inherit'] });
      proxy.stdin.write('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"process","arguments":{}}}\\n');
      proxy.stdout.once('data', (line) => console.log(JSON.stringify([proxy.pid, JSON.parse(line).result.structuredContent.pid])));
    `;
    const client = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(client.stdout, 'data')) as [Buffer];
    const pids = JSON.parse(line.toString()) as number[];
    expect(pids.map(isAlive)).toEqual([true, true]);
    client.kill('SIGKILL');
    for (const pid of pids) await gone(pid);
  });

  test('if a client closes our stdout while the server writes, the server is ended', async () => {
    const running = new Running(['--linger']);
    const pid = await pidOf(running);
    running.child.stdout?.destroy();
    running.start('flood', { count: 200, size: 1000 });
    running.start('flood', { count: 200, size: 1000 });
    expect(await running.ended()).toBe(143);
    expect(isAlive(pid)).toBe(false);
  });

  test('if stderr is not read, diagnostics are lost, but the connection continues', async () => {
    const running = new Running();
    await running.call('echo');
    running.child.stderr?.destroy();
    for (let i = 0; i < 5; i++) await running.call('print', { text: 'debug' });
    expect(await running.call('echo', { alive: true })).toEqual({ alive: true });
    running.child.stdin?.end();
    expect(await running.ended()).toBe(0);
  });

  for (const signal of ['SIGTERM', 'SIGQUIT'] as const) {
    test(`no server is still running after a ${signal} immediately after the start`, async () => {
      const running = new Running(['--linger']);
      running.child.kill(signal);
      const code = await running.ended();
      // Before the server is started, the signal simply ends the proxy; afterwards the server is ended first.
      expect([signal, 143]).toContain(code);
    });
  }

  test.runIf(process.platform === 'linux')(
    'row 19: our diagnostics do not replace output of the server on stderr',
    async () => {
      // The pipe is created as in a shell and read slowly: the server must be able to fill it and wait.
      const noisy = `
      const { writeSync } = require('node:fs');
      process.stdout.write('not a message\\n');
      process.stdin.once('data', () => {
        for (let i = 0; i < 500; i++) writeSync(2, 'x'.repeat(999) + '\\n');
        process.exit(0);
      });
    `;
      const { command, args } = throughProxy({ command: process.execPath, args: ['-e', noisy] });
      const quoted = [command, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
      const shell = spawn(
        'sh',
        [
          '-c',
          `(sleep 0.5; printf '{"jsonrpc":"2.0","method":"x"}\\n'; sleep 0.5) | ${quoted} 2>&1 >/dev/null | (sleep 2; wc -c)`,
        ],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      const [count] = (await once(shell.stdout, 'data')) as [Buffer];
      expect(Number(count.toString())).toBeGreaterThanOrEqual(500_000);
    },
  );
});
