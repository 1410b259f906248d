// Tests a server that is killed, restarted, or slow to exit, and clients that disconnect during a call. No call
// hangs, no message is forwarded without a check, and in the end no socket is open.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Message, parseMessage } from '@claw/jsonrpc-stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startHttpProxy } from '../src/index.js';
import { call, postBytes, RawClient } from './raw-client.js';
import { eventually, inspect } from './setup.js';

const fixture = fileURLToPath(new URL('../../../fixtures/servers/http-faults.mjs', import.meta.url));

/** Waits, and redacts messages that contain `secret`, like a real inspector. */
const redact = inspect({
  fromServer: async (message: Message) => {
    await new Promise((resolve) => setImmediate(resolve));
    const text = Buffer.from(message.bytes).toString().replaceAll('secret', 'public');
    return { kind: 'replace', message: parseMessage(Buffer.from(text), { sender: 'server' }) as Message };
  },
});

const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;

class Upstream {
  port = 0;
  #child: ChildProcess | undefined;

  async start(): Promise<void> {
    const env = { PATH: process.env['PATH'], PORT: String(this.port) };
    this.#child = spawn(process.execPath, [fixture], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(this.#child.stdout as NonNullable<ChildProcess['stdout']>, 'data')) as [
      Buffer,
    ];
    this.port = Number(line.toString());
  }

  async kill(): Promise<void> {
    if (this.#child === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }

  /** Returns the number of open streams of the server. */
  async open(): Promise<number> {
    const response = await fetch(`http://127.0.0.1:${this.port}/open`, { headers: { connection: 'close' } });
    return Number(await response.text());
  }
}

async function setUp() {
  const before = sockets();
  const upstream = new Upstream();
  await upstream.start();
  const proxy = await startHttpProxy({ url: `http://127.0.0.1:${upstream.port}/mcp`, connect: redact });
  const clients: RawClient[] = [];
  const heard: string[] = [];
  onTestFinished(async () => {
    for (const client of clients) {
      heard.push(client.text);
      client.disconnect();
    }
    await proxy.close(0);
    await upstream.kill();
    expect(heard.join('')).not.toContain('secret');
    await eventually(() => sockets() <= before);
  });
  const client = () => {
    const made = new RawClient(proxy.port);
    clients.push(made);
    return made;
  };
  const post = async (body: string, headers: Record<string, string> = {}) => {
    const answer = await client().send(postBytes(body, { headers })).answer();
    heard.push(answer.body);
    return answer;
  };
  return { upstream, proxy, client, post };
}

const session = { 'Mcp-Session-Id': 's' };
const listen = (more = '') =>
  `GET /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nMcp-Session-Id: s\r\n${more}\r\n`;
const streaming = (id: number, modern: boolean) =>
  call(id, {
    name: 'stream',
    ...(modern && { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }),
  });
const hasEvents = (text: string) => text.includes('public 3');
const codeOf = (body: string) => JSON.parse(body).error?.code;

describe('a server', () => {
  test('killed during a stream: every stream breaks off, calls get -32003, and service resumes automatically', async () => {
    const { upstream, client, post } = await setUp();
    const streams = Array.from({ length: 20 }, (_, i) =>
      i % 2 === 0
        ? client().send(listen())
        : client().send(postBytes(streaming(i, i % 4 === 1), { headers: session })),
    );
    await Promise.all(streams.map((stream) => stream.until(hasEvents)));
    await upstream.kill();
    await eventually(() => streams.every(({ closed }) => closed));
    // The streams were broken off, so the final chunk is missing.
    for (const { text } of streams) expect(text.endsWith('0\r\n\r\n')).toBe(false);
    for (let id = 100; id < 110; id++) expect(codeOf((await post(call(id))).body)).toBe(-32003);
    await upstream.start();
    await eventually(async () => codeOf((await post(call(200))).body) === undefined);
  });

  test('restarted: a stream is resumed at its position, and replayed messages are checked', async () => {
    const { upstream, client } = await setUp();
    const first = client().send(listen());
    await first.until(hasEvents);
    await upstream.kill();
    await first.until(() => false);
    await upstream.start();
    let resumed: RawClient | undefined;
    await eventually(async () => {
      resumed = client().send(listen('Last-Event-ID: 41\r\n'));
      await resumed.until((text) => text.includes('\r\n\r\n'));
      return resumed.text.startsWith('HTTP/1.1 200');
    });
    await resumed?.until((text) => text.includes('id: 43'));
    expect(resumed?.text).toContain('public 42');
    expect(resumed?.text).not.toContain('public 41');
  });

  test('that ends a session with open streams: they end, and their last messages were checked', async () => {
    const { upstream, client } = await setUp();
    const streams = [
      client().send(listen()),
      client().send(postBytes(streaming(1, false), { headers: session })),
    ];
    await Promise.all(streams.map((stream) => stream.until(hasEvents)));
    const endings = Array.from({ length: 5 }, () =>
      client().send('DELETE /mcp HTTP/1.1\r\nHost: localhost\r\nMcp-Session-Id: s\r\n\r\n').answer(),
    );
    for (const { status } of await Promise.all(endings)) expect(status).toBe(200);
    await Promise.all(streams.map((stream) => stream.until((text) => text.endsWith('0\r\n\r\n'))));
    await eventually(async () => (await upstream.open()) === 0);
  });
});

describe('clients', () => {
  for (const modern of [false, true]) {
    test(`that disconnect during a stream, ${modern ? 'stateless' : 'in a session'}: the streams of the server end, others continue`, async () => {
      const { upstream, client, post } = await setUp();
      const headers = modern ? {} : session;
      const leaving = Array.from({ length: 20 }, (_, i) =>
        client().send(postBytes(streaming(i, modern), { headers })),
      );
      const staying = client().send(postBytes(streaming(99, modern), { headers }));
      await Promise.all([...leaving, staying].map((stream) => stream.until(hasEvents)));
      for (const [i, { socket }] of leaving.entries()) i % 2 === 0 ? socket.resetAndDestroy() : socket.end();
      await eventually(async () => (await upstream.open()) === 1);
      const { length } = staying.text;
      await staying.until((text) => text.length > length + 1000);
      expect((await post(call(200))).status).toBe(200);
    });
  }

  test('that connect and disconnect while their calls are being checked: no connection stays open', async () => {
    const { upstream, client } = await setUp();
    for (let round = 0; round < 20; round++) {
      const all = Array.from({ length: 10 }, (_, i) => client().send(postBytes(streaming(i, true))));
      await (all[round % 10] as RawClient).until((text) => text.length > 0);
      for (const { socket } of all) socket.destroy();
    }
    await eventually(async () => (await upstream.open()) === 0);
  });

  test('that send half of a request do not prevent the shutdown', async () => {
    const { client, post, proxy } = await setUp();
    for (const half of [
      'POST /mcp HT',
      'POST /mcp HTTP/1.1\r\nHost: loc',
      postBytes(call(1)).subarray(0, -5),
    ])
      client().send(half);
    expect((await post(call(2))).status).toBe(200);
    await proxy.close(50);
  });
});
