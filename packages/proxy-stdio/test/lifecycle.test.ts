// Tests the lifecycle of a stdio server behind the proxy, with real processes. The rows in test names refer to
// docs/wire.md.

import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { childEnvironment } from '../src/index.js';
import { isAlive, Session } from './session.js';

const hasty = { stopTimeouts: { terminateAfter: 100, killAfter: 100 } };

describe('an end that the client requests', () => {
  test('client EOF closes the stdin of the server, and the proxy exits with its code', async () => {
    const session = new Session();
    await session.call('echo');
    session.input.end();
    expect(await session.proxy.finished).toEqual({ code: 0, reason: 'the server exited with code 0' });
  });

  for (const [name, args] of [
    ['exits', []],
    ['is stopped', ['--linger']],
  ] as const)
    test(`an open request gets an error that names the client as the cause if the server ${name} after EOF`, async () => {
      const session = new Session(args, hasty);
      await session.call('echo');
      const id = session.start('hang');
      session.input.end();
      await session.proxy.finished;
      const reason = 'the client disconnected';
      expect(await session.answer(id)).toMatchObject({ error: { code: -32003, data: { reason } } });
    });

  test('the error of an open request names a failure of the server, even after EOF', async () => {
    const session = new Session();
    const id = session.start('exit', { code: 3 });
    session.input.end();
    await session.proxy.finished;
    const reason = 'the server exited with code 3';
    expect(await session.answer(id)).toMatchObject({ error: { data: { reason } } });
  });

  test('requests before EOF are still answered', async () => {
    const session = new Session();
    const id = session.start('echo', { text: 'last words' });
    session.input.end();
    await session.proxy.finished;
    expect(await session.answer(id)).toHaveProperty('result');
  });

  test('requests before EOF are answered even if their verdicts come later', async () => {
    const forward = { kind: 'forward' } as const;
    let judge = () => {};
    const judged = new Promise<void>((resolve) => {
      judge = resolve;
    });
    const session = new Session([], {
      connect: () => ({ fromClient: () => judged.then(() => forward), fromServer: () => forward }),
    });
    const id = session.start('echo', { text: 'last words' });
    session.input.end();
    await once(session.input, 'close');
    await new Promise((resolve) => setImmediate(resolve));
    judge();
    expect(await session.answer(id)).toHaveProperty('result');
    expect(await session.proxy.finished).toMatchObject({ code: 0 });
  });

  test('a server that does not exit receives SIGTERM: 128 + SIGTERM', async () => {
    const session = new Session(['--linger'], hasty);
    await session.call('echo');
    session.input.end();
    expect(await session.proxy.finished).toMatchObject({ code: 143 });
  });

  test('a server that ignores SIGTERM is killed: 128 + SIGKILL', async () => {
    const session = new Session(['--stubborn'], hasty);
    await session.call('echo');
    session.input.end();
    expect(await session.proxy.finished).toMatchObject({ code: 137 });
    expect(isAlive(session.proxy.pid as number)).toBe(false);
  });

  test('a second stop request goes to the next step immediately', async () => {
    const session = new Session(['--stubborn'], { stopTimeouts: { terminateAfter: 1e6, killAfter: 1e6 } });
    await session.call('echo');
    for (let i = 0; i < 3; i++) session.proxy.stop();
    expect(await session.proxy.finished).toMatchObject({ code: 137 });
  });

  for (const [first, second] of [
    ['signals', 'hangs up'],
    ['hangs up', 'signals'],
  ]) {
    test(`a client that ${first} and ${second} does not have to wait`, async () => {
      const session = new Session(['--linger'], { stopTimeouts: { terminateAfter: 1e6, killAfter: 1e6 } });
      await session.call('echo');
      const steps = [() => session.proxy.stop(), () => session.input.end()];
      for (const step of first === 'signals' ? steps : steps.reverse()) {
        step();
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect(await session.proxy.finished).toMatchObject({ code: 143 });
    });
  }

  test('after a signal, the server has time to exit', async () => {
    const session = new Session();
    await session.call('echo');
    session.proxy.stop();
    expect(await session.proxy.finished).toMatchObject({ code: 0 });
  });

  test('a client that stops reading counts as disconnected', async () => {
    const session = new Session();
    await session.call('echo');
    session.output.destroy();
    expect(await session.proxy.finished).toMatchObject({ code: 0 });
  });

  for (const stubborn of [false, true]) {
    test(`no orphan is left: ${stubborn ? 'stubborn ' : ''}grandchildren end with the server`, async () => {
      const session = new Session([], hasty);
      const { pid } = (await session.call('spawn', { stubborn })) as { pid: number };
      expect(isAlive(pid)).toBe(true);
      session.input.end();
      expect(await session.proxy.finished).toMatchObject({ code: 0 });
      expect(isAlive(pid)).toBe(false);
    });
  }
});

describe('an end that the server causes', () => {
  test('row 74: every pending request is answered with -32003, and the proxy exits with the code of the server', async () => {
    const session = new Session();
    const waiting = [session.start('hang'), session.start('hang')];
    session.start('exit', { code: 3 });
    expect(await session.proxy.finished).toEqual({ code: 3, reason: 'the server exited with code 3' });
    for (const id of waiting) {
      expect(await session.answer(id)).toMatchObject({
        error: { code: -32003, data: { reason: 'the server exited with code 3' } },
      });
    }
  });

  for (const [signal, code] of [
    ['SIGKILL', 137],
    ['SIGSEGV', 139],
    ['SIGTERM', 143],
  ] as const) {
    test(`row 20: killed by ${signal}, the proxy exits with ${code}`, async () => {
      const session = new Session();
      session.start('die', { signal });
      expect(await session.proxy.finished).toEqual({ code, reason: `the server was ended by ${signal}` });
    });
  }

  test('row 20: its output is drained before the end', async () => {
    const session = new Session();
    const count = 2000;
    session.start('flood', { count, size: 1000 });
    session.input.end();
    await session.proxy.finished;
    expect(session.received.filter(({ method }) => method === 'notifications/message')).toHaveLength(count);
  });

  test('row 17: an incomplete message at the end is dropped', async () => {
    const session = new Session();
    session.start('cut', { code: 5 });
    expect(await session.proxy.finished).toMatchObject({ code: 5 });
    expect(session.received).toMatchObject([{ error: { code: -32003 } }]);
    expect(session.diagnostics).toHaveLength(1);
  });

  for (const stubborn of [false, true]) {
    test(`a crash leaves no ${stubborn ? 'stubborn ' : ''}grandchild`, async () => {
      const session = new Session([], hasty);
      const { pid } = (await session.call('spawn', { stubborn })) as { pid: number };
      session.start('exit', { code: 1 });
      expect(await session.proxy.finished).toMatchObject({ code: 1 });
      expect(isAlive(pid)).toBe(false);
    });
  }

  test('a command that does not exist is a usage error', async () => {
    const session = new Session([], { command: 'no-such-server-anywhere', args: [] });
    const id = session.start('echo');
    expect(await session.proxy.finished).toEqual({
      code: 2,
      reason:
        'the server could not be started: there is no command `no-such-server-anywhere`; is it installed and on the PATH?',
    });
    expect(await session.answer(id)).toMatchObject({ error: { code: -32003 } });
  });
});

describe('while it runs', () => {
  test('row 7: debug text on stdout affects only its line', async () => {
    const session = new Session(['--start', '{"name":"print","arguments":{"text":"listening"}}']);
    expect(await session.call('echo', { a: 1 })).toEqual({ a: 1 });
    expect(session.diagnostics).toMatchObject([{ from: 'server', sample: 'listening\n' }]);
    session.input.end();
    await session.proxy.finished;
  });

  test('row 21: working directory and environment come from the client, without our variables', async () => {
    const env = childEnvironment({
      ...process.env,
      KEPT: 'yes',
      CLAWDEFENDER_HOME: 'x',
      CLAWDEFENDER_SECRET_KEY: 'x',
      CLAWDEFENDER_ADMIN_TOKEN: 'x',
      CLAWDEFENDER_AUDIT_KEY: 'x',
      CLAWDEFENDER_HEADER_AUTHORIZATION: 'x',
    });
    const cwd = realpathSync(tmpdir());
    const session = new Session([], { env, cwd });
    const names = ['KEPT', 'CLAWDEFENDER_HOME', 'CLAWDEFENDER_SECRET_KEY', 'CLAWDEFENDER_ADMIN_TOKEN'];
    names.push('CLAWDEFENDER_AUDIT_KEY', 'CLAWDEFENDER_HEADER_AUTHORIZATION');
    expect(Object.values(await session.call('environment', { names }))).toEqual([
      'yes',
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(await session.call('process')).toMatchObject({ cwd });
    session.input.end();
    await session.proxy.finished;
  });

  test('row 18: a server that does not read stops the client from writing', async () => {
    const session = new Session();
    await session.call('pause', { milliseconds: 1500 });
    let ids: number[] = [];
    while (session.input.writableLength < 1_000_000 && ids.length < 400) {
      ids = [...ids, session.start('echo', { text: 'x'.repeat(100_000) })];
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(ids.length).toBeLessThan(400);
    for (const id of ids) await session.answer(id);
    session.input.end();
    await session.proxy.finished;
  });
});

describe('a client whose streams have ended', () => {
  const over: [string, (session: Session) => void][] = [
    ['destroys its input', ({ input }) => void input.destroy()],
    ['ends its input', ({ input }) => void input.end()],
    ['destroys its output', ({ output }) => void output.destroy()],
    [
      'breaks its output repeatedly',
      ({ output }) => {
        output.emit('error', new Error('write EPIPE'));
        output.emit('error', new Error('write EPIPE'));
      },
    ],
  ];
  for (const [name, end] of over) {
    test(`the server exits when it ${name}`, async () => {
      const session = new Session();
      await session.call('echo');
      end(session);
      expect(await session.proxy.finished).toMatchObject({ code: 0 });
    });
  }

  test('the server exits if the streams ended before the start', async () => {
    for (const which of ['input', 'output'] as const) {
      const client = { input: new PassThrough(), output: new PassThrough() };
      client[which].destroy();
      const { proxy } = new Session([], { client });
      expect(await proxy.finished).toMatchObject({ code: 0 });
    }
  });

  test('the server is stopped although it does not read the remaining input', async () => {
    const session = new Session([], {
      ...hasty,
      command: process.execPath,
      args: ['-e', 'setInterval(() => {}, 1e6)'],
    });
    const line = `${JSON.stringify({ jsonrpc: '2.0', method: 'x', params: { a: 'x'.repeat(100_000) } })}\n`;
    for (let i = 0; i < 44; i++) session.input.write(line);
    session.input.end();
    expect(await session.proxy.finished).toMatchObject({ code: 143 });
  });
});

describe('a server that cannot be started', () => {
  const cases = [
    { name: 'a folder', command: tmpdir(), reason: 'is a folder' },
    { name: 'a file below a file', command: `${process.execPath}/x`, reason: '/x`' },
    { name: 'a command with spaces', command: 'node -v', reason: 'as separate words' },
    { name: 'a name that is too long', command: 'x'.repeat(5000), reason: 'x`' },
  ];
  for (const { name, command, reason } of cases) {
    test(`${name}: reports the reason, exit code 2`, async () => {
      const session = new Session([], { command, args: [] });
      const ended = await session.proxy.finished;
      expect(ended.code).toBe(2);
      expect(ended.reason).toContain(reason);
    });
  }

  test('a working directory that does not exist', async () => {
    const session = new Session([], { cwd: '/no/such/folder' });
    expect(await session.proxy.finished).toMatchObject({
      code: 2,
      reason: expect.stringContaining('working directory'),
    });
  });
});

test('a server that closes its output is stopped', async () => {
  const program = "require('node:fs').closeSync(1); setInterval(() => {}, 1e6)";
  const session = new Session([], { ...hasty, command: process.execPath, args: ['-e', program] });
  const id = session.start('echo');
  expect(await session.proxy.finished).toMatchObject({ code: 143 });
  expect(await session.answer(id)).toMatchObject({ error: { code: -32003 } });
});
