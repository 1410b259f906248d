// Tests HTTP clients of both protocol variants with a server that is a real child process on stdio.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type HttpToStdioBridgeOptions, type StartServer, startHttpToStdioBridge } from '../src/index.js';
import { call, type PostOptions, postBytes, RawClient } from './raw-client.js';
import { eventually } from './setup.js';

/** True if this machine has further loopback addresses. */
const manyAddresses = process.platform === 'linux';

const fixture = (name: string) =>
  fileURLToPath(new URL(`../../../fixtures/servers/${name}.mjs`, import.meta.url));

async function start(server: string, options: Partial<HttpToStdioBridgeOptions> = {}) {
  const children: ChildProcess[] = [];
  const startServer: StartServer = ({ input, output }) => {
    const child = spawn(process.execPath, [fixture(server)], { stdio: ['pipe', 'pipe', 'ignore'] });
    children.push(child);
    input.pipe(child.stdin as NonNullable<typeof child.stdin>);
    child.stdout?.pipe(output);
    return { finished: once(child, 'exit'), stop: () => void child.kill() };
  };
  const front = await startHttpToStdioBridge({ startServer, ...options });
  const clients: RawClient[] = [];
  onTestFinished(async () => {
    for (const client of clients) client.disconnect();
    await front.close(0);
  });
  const client = (address?: string) => {
    const made = new RawClient(front.port, address);
    clients.push(made);
    return made;
  };
  const post = (body: string, postOptions?: PostOptions) =>
    client().send(postBytes(body, postOptions)).answer();
  const begin = async () => {
    const answer = await post(initialize);
    return { headers: { 'Mcp-Session-Id': answer.headers['mcp-session-id'] ?? '' } };
  };
  return { front, children, client, post, begin };
}

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: { sampling: {}, elicitation: {} },
    clientInfo: { name: 'test', version: '1' },
  },
});
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
};
const modern = (id: number, method: string, params: object = {}, more: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta: { ...meta, ...more } } });
const modernHeaders = (method: string, name = ''): PostOptions => ({
  headers: { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method, ...(name && { 'Mcp-Name': name }) },
});

/**
 * Starts a server that sends more than it can write to the caller of `flood` until that call is cancelled. It
 * responds to other calls immediately.
 */
const floodingServer =
  (cancelled: string[]): StartServer =>
  ({ input, output }) => {
    const params = { progressToken: 'flood', progress: 1, message: 'x'.repeat(60_000) };
    const report = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params });
    const flood = () => {
      if (cancelled.length > 0) return;
      output.write(`${report}\n`);
      setImmediate(flood);
    };
    createInterface({ input }).on('line', (line) => {
      const { id, method, params: asked } = JSON.parse(line);
      if (method === 'notifications/cancelled') cancelled.push(line);
      else if (asked.name === 'flood') flood();
      else output.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: {} })}\n`);
    });
    return { finished: once(input, 'end'), stop: () => input.resume() };
  };

describe('the protocol with sessions', () => {
  test('each session has its own server, which exits with the session', async () => {
    const { children, post, begin, client } = await start('script');
    const [one, two] = [await begin(), await begin()];
    expect(children).toHaveLength(2);
    expect(one.headers['Mcp-Session-Id']).not.toBe(two.headers['Mcp-Session-Id']);
    const answers = await Promise.all(
      [one, two].map((session) => post(call(1, { name: 'process' }), session)),
    );
    const pids = answers.map(({ body }) => JSON.parse(body).result.structuredContent.pid);
    expect(pids).toEqual(children.map(({ pid }) => pid));
    const exit = once(children[0] as ChildProcess, 'exit');
    const gone = await client()
      .send(
        `DELETE /mcp HTTP/1.1\r\nHost: localhost\r\nMcp-Session-Id: ${one.headers['Mcp-Session-Id']}\r\n\r\n`,
      )
      .answer();
    expect(gone.status).toBe(200);
    await exit;
    expect((await post(call(2), one)).status).toBe(404);
    expect((await post(call(2, { name: 'echo' }), two)).status).toBe(200);
  });

  test('18 a client that does not read its POST stream slows its own server', async () => {
    let written = 0;
    const params = { level: 'info', data: 'x'.repeat(60_000) };
    const report = `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params })}\n`;
    const startServer: StartServer = ({ input, output }) => {
      const flood = (): unknown => {
        while (written < 200_000_000) {
          written += report.length;
          if (!output.write(report)) return output.once('drain', flood);
        }
        return undefined;
      };
      createInterface({ input }).on('line', (line) => {
        const { id, method } = JSON.parse(line);
        if (method === 'tools/call') flood();
        else output.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: {} })}\n`);
      });
      return { finished: once(input, 'end'), stop: () => input.resume() };
    };
    const { client, post, begin } = await start('', { startServer });
    const [lazy, other] = [await begin(), await begin()];
    const connection = client();
    connection.socket.pause();
    connection.send(postBytes(call(1), lazy));
    let before = -1;
    // The server has stopped if complete calls of other clients succeed on the same thread and no more data is
    // written.
    while (written === 0 || before !== written) {
      before = written;
      for (let id = 2; id < 30; id++) await post(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`, other);
    }
    expect(written).toBeLessThan(40_000_000);
    connection.socket.resume();
    await connection.until(() => written > before);
  });

  test.runIf(manyAddresses)('each message has its own address, even if it is read late', async () => {
    const came: unknown[] = [];
    let wake = () => {};
    const startServer: StartServer = ({ input, output }, caller) => {
      input.on('data', (chunk: Buffer) => {
        const { id } = JSON.parse(chunk.toString());
        came.push([id, caller.address]);
        if (id === 1) {
          input.pause();
          wake = () => input.resume();
        }
        output.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: {} })}\n`);
      });
      return { finished: once(input, 'close'), stop: () => {} };
    };
    const { client, begin } = await start('', { startServer });
    const options = await begin();
    const ask = (id: number, address: string) => client(address).send(postBytes(call(id), options));
    await ask(1, '127.0.0.2').answer();
    // Each message arrives before the next one is sent, although no server reads them yet.
    const waiting = [];
    for (const [id, address] of [
      [2, '127.0.0.3'],
      [3, '127.0.0.2'],
      [4, '127.0.0.1'],
    ] as const) {
      waiting.push(ask(id, address));
      // This message is rejected before the queue, so it overtakes the previous one.
      await client(address).send(postBytes('{', options)).answer();
    }
    wake();
    for (const one of waiting) expect((await one.answer()).status).toBe(200);
    expect(came).toEqual([
      [0, '127.0.0.1'],
      [1, '127.0.0.2'],
      [2, '127.0.0.3'],
      [3, '127.0.0.2'],
      [4, '127.0.0.1'],
    ]);
  });

  test('a client that disconnects before its address is known is rejected', async () => {
    const callers: unknown[] = [];
    const startServer: StartServer = ({ input, output }, caller) => {
      callers.push(caller.address);
      output.end();
      return { finished: once(input.resume(), 'close'), stop: () => {} };
    };
    const { front, post } = await start('', { startServer });
    // This process is blocked while another process sends data and disconnects. When this process continues, the data
    // has arrived, but the sender has disconnected.
    const bytes = postBytes(initialize).toString('base64');
    const script = `
      const socket = require('node:net').connect(${front.port}, '127.0.0.1', () =>
        socket.write(Buffer.from('${bytes}', 'base64'), () => socket.resetAndDestroy()));`;
    expect(spawnSync(process.execPath, ['-e', script]).status).toBe(0);
    expect((await post('{')).status).toBe(400);
    expect(callers).toEqual([]);
  });

  test('a message on several lines is sent to the server on one line', async () => {
    const { post, begin } = await start('script');
    const session = await begin();
    const text = JSON.stringify(JSON.parse(call(1, { name: 'echo', arguments: { a: 1 } })), null, 2);
    expect(JSON.parse((await post(text, session)).body)).toMatchObject({
      id: 1,
      result: { structuredContent: { a: 1 } },
    });
  });

  test('a notification gets a 202', async () => {
    const { post, begin } = await start('script');
    const session = await begin();
    expect(await post('{"jsonrpc":"2.0","method":"notifications/initialized"}', session)).toMatchObject({
      status: 202,
      body: '',
    });
  });

  test('after a request from the server, the response to the POST is a stream, and the response of the client is delivered', async () => {
    const { post, begin, client } = await start('script');
    const session = await begin();
    const connection = client().send(
      postBytes(call(1, { name: 'ask', arguments: { method: 'roots/list' } }), session),
    );
    await connection.until((text) => text.includes('roots/list'));
    expect(connection.text).toContain('text/event-stream');
    await post('{"jsonrpc":"2.0","id":1,"result":{"roots":[]}}', session);
    const { body } = await connection.answer();
    expect(body).toContain('"roots":[]');
  });

  test('messages from the server are sent on the stream of the session, including earlier messages', async () => {
    const { post, begin, client } = await start('script');
    const session = await begin();
    const note = Buffer.from(
      '{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"by itself"}}\n',
    ).toString('base64');
    const json = { headers: { ...session.headers, Accept: 'application/json' } };
    await post(call(1, { name: 'write', arguments: { base64: note, answer: true } }), json);
    const listening = client().send(
      `GET /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nMcp-Session-Id: ${session.headers['Mcp-Session-Id']}\r\n\r\n`,
    );
    await listening.until((text) => text.includes('by itself'));
    await post(call(2, { name: 'write', arguments: { base64: note, answer: true } }), json);
    await listening.until((text) => text.split('by itself').length === 3);
    expect(listening.text.split('by itself')).toHaveLength(3);
  });

  test('a batch gets one response, whatever the order of its parts', async () => {
    const { post, begin } = await start('script', {
      startServer: ({ input, output }) => {
        createInterface({ input }).on('line', (line) => {
          const asked = [JSON.parse(line)].flat().reverse();
          for (const { id } of asked) output.write(`{"jsonrpc":"2.0","id":${id},"result":{}}\n`);
        });
        return { finished: once(input, 'end'), stop: () => input.resume() };
      },
    });
    const session = await begin();
    const { body } = await post(`[${call(1)},${call(2)}]`, session);
    expect(JSON.parse(body).map(({ id }: { id: number }) => id)).toEqual([2, 1]);
  });

  test('a server that exits ends its session', async () => {
    const { post, begin, client } = await start('script');
    const session = await begin();
    const connection = client().send(postBytes(call(1, { name: 'exit' }), session));
    await connection.until(() => false);
    expect((await post(call(2), session)).status).toBe(404);
  });

  test('servers above the limit are rejected', async () => {
    const { post, begin } = await start('script', { sessions: { maxServers: 1 } });
    await begin();
    expect((await post(initialize)).status).toBe(503);
  });

  test('when all servers are in use, a caller with many loses one to a caller with fewer', async () => {
    const authenticate = ({ headers }: { headers: NodeJS.Dict<string | string[]> }) => ({
      id: String(headers['authorization']),
    });
    const { post, client } = await start('script', { sessions: { maxServers: 3 }, listen: { authenticate } });
    const as = (caller: string, session?: string): PostOptions => ({
      headers: { Authorization: caller, ...(session !== undefined && { 'Mcp-Session-Id': session }) },
    });
    const begin = async (caller: string) => {
      const { status, headers } = await post(initialize, as(caller));
      return status === 200 ? (headers['mcp-session-id'] ?? '') : status;
    };
    const eves = [await begin('eve'), await begin('eve'), await begin('eve')];
    expect(await begin('eve')).toBe(503);
    // An open stream does not keep a server.
    for (const session of eves)
      client().send(
        `GET /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: eve\r\nAccept: text/event-stream\r\nMcp-Session-Id: ${session}\r\n\r\n`,
      );
    const ada = await begin('ada');
    expect(ada).not.toBe(503);
    const statuses = await Promise.all(
      eves.map(async (session) => (await post(call(1), as('eve', String(session)))).status),
    );
    expect(statuses.filter((status) => status === 404)).toHaveLength(1);
    expect((await post(call(1), as('ada', String(ada)))).status).not.toBe(404);
    // Now nobody has more servers than `eve`.
    expect(await begin('eve')).toBe(503);
  });

  test('an unused server is ended', async () => {
    const { children, begin } = await start('script', { sessions: { idleTimeout: 30 } });
    await begin();
    await eventually(() => children[0]?.exitCode !== null || children[0]?.signalCode !== null);
  });

  const refused = [
    {
      name: 'no session',
      send: (post: (body: string, options?: PostOptions) => Promise<{ status: number }>) => post(call(1)),
      status: 400,
    },
    {
      name: 'a session that never existed',
      send: (post: (body: string, options?: PostOptions) => Promise<{ status: number }>) =>
        post(call(1), { headers: { 'Mcp-Session-Id': 'x' } }),
      status: 404,
    },
    {
      name: 'not JSON',
      send: (post: (body: string, options?: PostOptions) => Promise<{ status: number }>) => post('hello'),
      status: 400,
    },
    {
      name: 'gzip',
      send: (post: (body: string, options?: PostOptions) => Promise<{ status: number }>) =>
        post(call(1), { headers: { 'Content-Encoding': 'gzip' } }),
      status: 415,
    },
    {
      name: 'a foreign host',
      send: (post: (body: string, options?: PostOptions) => Promise<{ status: number }>) =>
        post(initialize, { host: 'evil.example' }),
      status: 403,
    },
  ];
  for (const { name, send, status } of refused) {
    test(`${name}: ${status}, and no server is started`, async () => {
      const { post, children } = await start('script');
      expect((await send(post)).status).toBe(status);
      expect(children).toEqual([]);
    });
  }
});

describe('the stateless protocol', () => {
  test('one server for all callers', async () => {
    const { post, children } = await start('dual-era');
    const discovered = await post(modern(1, 'server/discover'), modernHeaders('server/discover'));
    expect(JSON.parse(discovered.body).result.supportedVersions).toContain('2026-07-28');
    for (const id of [1, 2]) {
      const answer = await post(
        modern(id, 'tools/call', { name: 'echo', arguments: { text: 'hi' } }),
        modernHeaders('tools/call', 'echo'),
      );
      expect(JSON.parse(answer.body)).toMatchObject({ id, result: { content: [{ text: 'hi' }] } });
      expect(answer.headers).not.toHaveProperty('mcp-session-id');
    }
    expect(children).toHaveLength(1);
  });

  test('an inspector of server messages has one caller; above the limit idle servers are ended first', async () => {
    const callers: (string | undefined)[] = [];
    const stopped: (string | undefined)[] = [];
    const startServer: StartServer = ({ input, output }, { identity }) => {
      callers.push(identity?.id);
      createInterface({ input }).on('line', (line) => {
        const answer = { jsonrpc: '2.0', id: JSON.parse(line).id, result: { for: identity?.id } };
        output.write(`${JSON.stringify(answer)}\n`);
      });
      return { finished: once(input, 'close'), stop: () => void stopped.push(identity?.id) };
    };
    const authenticate = ({ headers }: { headers: NodeJS.Dict<string | string[]> }) => ({
      id: String(headers['x-api-key']),
    });
    const { post } = await start('', { startServer, listen: { authenticate } });
    const names = Array.from({ length: 9 }, (_, index) => `caller ${index}`);
    for (const name of [...names, 'caller 8']) {
      const { headers } = modernHeaders('server/discover');
      const { body } = await post(modern(1, 'server/discover'), {
        headers: { ...headers, 'X-API-Key': name },
      });
      expect(JSON.parse(body).result).toEqual({ for: name });
    }
    expect(callers).toEqual(names);
    expect(stopped).toEqual(['caller 0']);
  });

  test('two clients with the same id at the same time get their own responses', async () => {
    const { post, client, children } = await start('dual-era');
    const slow = modern(
      1,
      'tools/call',
      { name: 'slow', arguments: { milliseconds: 200 } },
      { progressToken: 'a' },
    );
    const first = client().send(postBytes(slow, modernHeaders('tools/call', 'slow')));
    await first.until((text) => text.includes('notifications/progress'));
    const second = await post(
      modern(1, 'tools/call', { name: 'echo', arguments: { text: 'second' } }),
      modernHeaders('tools/call', 'echo'),
    );
    expect(second.body).toContain('second');
    expect((await first.answer()).body).toContain('slow is done');
    expect(children).toHaveLength(2);
  });

  test('progress is sent on the stream of its request', async () => {
    const { client } = await start('dual-era');
    const body = modern(
      1,
      'tools/call',
      { name: 'progress', arguments: { steps: 3 } },
      { progressToken: 't' },
    );
    const answer = await client()
      .send(postBytes(body, modernHeaders('tools/call', 'progress')))
      .answer();
    expect(answer.headers['content-type']).toBe('text/event-stream');
    expect(answer.body.match(/notifications\/progress/g)).toHaveLength(3);
    expect(answer.body.trim().split('\n\n').at(-1)).toContain('3 steps');
  });

  test('a client that disconnects cancels its request', async () => {
    const { client, post } = await start('dual-era');
    const slow = modern(
      1,
      'tools/call',
      { name: 'slow', arguments: { milliseconds: 60_000 } },
      { progressToken: 'a' },
    );
    const first = client().send(postBytes(slow, modernHeaders('tools/call', 'slow')));
    await first.until((text) => text.includes('notifications/progress'));
    first.disconnect();
    const again = await post(
      modern(1, 'tools/call', { name: 'echo', arguments: { text: 'x' } }),
      modernHeaders('tools/call', 'echo'),
    );
    expect(again.status).toBe(200);
  });

  test('a client that does not read its stream does not delay other clients, and is disconnected', async () => {
    const cancelled: string[] = [];
    const { client, post } = await start('', { startServer: floodingServer(cancelled) });
    const lazy = client();
    lazy.socket.pause();
    const flood = modern(1, 'tools/call', { name: 'flood' }, { progressToken: 'flood' });
    lazy.send(postBytes(flood, modernHeaders('tools/call', 'flood')));
    const others: number[] = [];
    while (cancelled.length === 0) {
      const body = modern(2 + others.length, 'tools/call', { name: 'x' });
      others.push((await post(body, modernHeaders('tools/call', 'x'))).status);
    }
    expect(new Set(others)).toEqual(new Set([200]));
  });

  test('subscription messages are sent on their own stream', async () => {
    const { client, post } = await start('dual-era');
    const params = { notifications: { toolsListChanged: true } };
    const listening = client().send(
      postBytes(modern(7, 'subscriptions/listen', params), modernHeaders('subscriptions/listen')),
    );
    await listening.until((text) => text.includes('acknowledged'));
    await post(
      modern(8, 'tools/call', { name: 'touch', arguments: {} }),
      modernHeaders('tools/call', 'touch'),
    );
    await listening.until((text) => text.includes('list_changed'));
    expect(listening.text).toContain('list_changed');
  });

  const LIMITED = { code: -32000, message: 'slower', data: { rule: 'few', retry_after: 12 } };
  const failing =
    (error: object): StartServer =>
    ({ input, output }) => {
      createInterface({ input }).on('line', (line) => {
        output.write(`${JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(line).id, error })}\n`);
      });
      return { finished: once(input, 'end'), stop: () => input.resume() };
    };
  for (const [name, error, status, wait] of [
    ['an exceeded limit has status 429 with the time to wait', LIMITED, 429, '12'],
    [
      'another error with that code has status 200',
      { ...LIMITED, data: { retry_after: 'soon' } },
      200,
      undefined,
    ],
  ] as const)
    test(`55 ${name}`, async () => {
      const { post } = await start('', { startServer: failing(error) });
      const answer = await post(modern(1, 'tools/call', { name: 'x' }), modernHeaders('tools/call', 'x'));
      expect(answer.status).toBe(status);
      expect(answer.headers['retry-after']).toBe(wait);
      expect(JSON.parse(answer.body)).toEqual({ jsonrpc: '2.0', id: 1, error });
    });

  test('a session-based server rejects with the status that clients expect', async () => {
    const { post } = await start('script');
    const answer = await post(modern(1, 'server/discover'), modernHeaders('server/discover'));
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body)).toMatchObject({ id: 1, error: { code: -32601 } });
  });

  test('without a session there is no stream', async () => {
    const { client } = await start('script');
    const answer = await client()
      .send('GET /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n')
      .answer();
    expect(answer.status).toBe(405);
  });
});

describe('the legacy transport', () => {
  test('a stream that names the endpoint, and carries the responses', async () => {
    const { client, post, children } = await start('script');
    const listening = client().send('GET /sse HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await listening.until((text) => text.includes('sessionId='));
    const path = /data: (\S+)/.exec(listening.text)?.[1] ?? '';
    expect(await post(initialize, { path })).toMatchObject({ status: 202, body: '' });
    await listening.until((text) => text.includes('fixture-script'));
    const exit = once(children[0] as ChildProcess, 'exit');
    listening.disconnect();
    await exit;
    expect((await post(call(1), { path })).status).toBe(404);
  });
});
