// Tests a stdio client with a remote server: what the server receives, and what the client reads.

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type Duplex, PassThrough } from 'node:stream';
import { createGzip } from 'node:zlib';
import { createErrorResponse, ErrorCode, type Message } from '@claw/jsonrpc-stream';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type StdioToHttpProxyOptions, startStdioToHttpProxy } from '../src/index.js';
import { call } from './raw-client.js';
import { answerJson, RecordingUpstream, type Respond } from './recording-upstream.js';
import { eventually, inspect, paramsOf } from './setup.js';

async function start(respond: Respond, options: Partial<StdioToHttpProxyOptions> = {}) {
  const upstream = await RecordingUpstream.start(respond);
  const input = new PassThrough();
  const output = new PassThrough();
  const lines: string[] = [];
  let rest = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() as string;
    lines.push(...parts);
    output.emit('line');
  });
  const proxy = startStdioToHttpProxy({ url: upstream.url, client: { input, output }, ...options });
  onTestFinished(async () => {
    proxy.stop();
    await proxy.finished;
    await upstream.stop();
  });
  const line = async (matches: string): Promise<string> => {
    for (;;) {
      const found = lines.find((each) => each.includes(matches));
      if (found !== undefined) return found;
      await once(output, 'line');
    }
  };
  const send = (text: string) => void input.write(`${text}\n`);
  return { upstream, input, output, lines, line, send, proxy };
}

const initialize = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}';
const initialized = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
const result = (id: number, extra: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, result: { fine: true, ...extra } });
const json = (response: ServerResponse, body: string, headers: object = {}, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
const modernCall = (id: number, params: object) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { ...params, _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
  });

/** Responds like a server with sessions; `others` handles all messages except `initialize` and `initialized`. */
const withSession =
  (others: Respond): Respond =>
  (request, response) => {
    if (request.body.includes('"initialize"')) {
      return json(response, result(0, { protocolVersion: '2025-11-25' }), { 'mcp-session-id': 's1' });
    }
    if (request.body.includes('initialized')) return response.writeHead(202).end();
    return others(request, response);
  };

describe('the protocol with sessions', () => {
  test('the session id and protocol version are sent once they are known, the stream is opened, and the session is deleted', async () => {
    const streams: ServerResponse[] = [];
    const { upstream, send, line, input, proxy } = await start(
      withSession((request, response) => {
        if (request.method === 'GET') {
          streams.push(response);
          return response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
        }
        if (request.method === 'DELETE') return response.writeHead(200).end();
        return answerJson(request, response);
      }),
    );
    send(initialize);
    await line('"id":0');
    send(initialized);
    send(call(1));
    await line('"id":1');
    await eventually(() => streams.length === 1);
    streams[0]?.write('data: {"jsonrpc":"2.0","method":"notifications/message"}\n\n');
    await line('notifications/message');
    input.end();
    await proxy.finished;
    expect(
      upstream.received.map(({ method, headers }) => [
        method,
        headers['mcp-session-id'],
        headers['mcp-protocol-version'],
      ]),
    ).toEqual([
      ['POST', undefined, undefined],
      ['POST', 's1', '2025-11-25'],
      ...(upstream.received[2]?.method === 'GET'
        ? [
            ['GET', 's1', '2025-11-25'],
            ['POST', 's1', '2025-11-25'],
          ]
        : [
            ['POST', 's1', '2025-11-25'],
            ['GET', 's1', '2025-11-25'],
          ]),
      ['DELETE', 's1', '2025-11-25'],
    ]);
    expect(upstream.received.filter(({ body }) => body === call(1))).toHaveLength(1);
  });

  test('a body on several lines becomes one line', async () => {
    const { send, line } = await start((_, response) =>
      json(response, '{\n "jsonrpc": "2.0",\r\n "id": 1,\n "result": {}\n}\n'),
    );
    send(call(1));
    expect(await line('"id": 1')).toBe('{  "jsonrpc": "2.0",   "id": 1,  "result": {} } ');
  });

  test('messages before the response, and a request from the server with its response, are forwarded', async () => {
    let stream: ServerResponse | undefined;
    const { upstream, send, line } = await start(
      withSession((request, response) => {
        if (request.method === 'GET') return response.writeHead(405).end();
        if (request.body.includes('"id":"q"')) {
          response.writeHead(202).end();
          return stream?.end(`data: ${result(1)}\n\n`);
        }
        stream = response;
        return response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .write('data: {"jsonrpc":"2.0","id":"q","method":"roots/list"}\n\n');
      }),
    );
    send(initialize);
    await line('"id":0');
    send(call(1));
    await line('roots/list');
    send('{"jsonrpc":"2.0","id":"q","result":{"roots":[]}}');
    await line('"id":1');
    expect(upstream.received.at(-1)?.headers['mcp-session-id']).toBe('s1');
  });

  test('a stream that breaks off is resumed at its position', async () => {
    const { upstream, send, line, lines } = await start(
      withSession((request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        if (request.method === 'GET' && request.headers['last-event-id'] === '1')
          return response.end(`id: 2\ndata: ${result(1)}\n\n`);
        if (request.method === 'GET') return undefined;
        return response.write('id: 1\nretry: 5\ndata:\n\n', () => response.destroy());
      }),
    );
    send(initialize);
    await line('"id":0');
    send(call(1));
    await line('"id":1');
    expect(lines).toHaveLength(2);
    expect(upstream.received.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });

  test('the resume position is sent back unchanged, or omitted if it is not a valid header', async () => {
    const { upstream, send, line } = await start(
      withSession((request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const asked = request.headers['last-event-id'];
        if (request.method === 'GET' && asked !== undefined) return response.end(`data: ${result(1)}\n\n`);
        if (request.method === 'GET') return undefined;
        return response.write('id: é→1\nretry: 5\ndata:\n\nid: a\tb\x01\ndata:\n\n', () =>
          response.destroy(),
        );
      }),
    );
    send(initialize);
    await line('"id":0');
    send(call(1));
    await line('"id":1');
    const asked = upstream.received.map(({ headers }) => headers['last-event-id']).filter(Boolean);
    expect(asked.map((text) => Buffer.from(String(text), 'latin1').toString())).toEqual(['é→1']);
  });

  for (const retry of ['0', '99999999999', '4294967297']) {
    test(`a server that repeatedly breaks the connection is contacted with pauses, even if it sends ${retry}`, async () => {
      const times: number[] = [];
      const { send, line } = await start(
        withSession((request, response) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          if (request.method === 'GET') times.push(performance.now());
          const id = times.length;
          if (id === 3) return response.end(`data: ${result(1)}\n\n`);
          const wait = id === 0 ? retry : '1';
          return response.write(`id: ${id}\nretry: ${wait}\ndata:\n\n`, () => response.destroy());
        }),
        {},
      );
      send(initialize);
      await line('"id":0');
      const before = performance.now();
      send(call(1));
      if (retry === '0') {
        await line('"id":1');
        expect(times.length).toBe(3);
        expect(performance.now() - before).toBeGreaterThan(140);
      } else {
        // A pause above the maximum of a timer would have no effect.
        await eventually(() => performance.now() - before > 300);
        expect(times).toEqual([]);
      }
    });
  }

  test('if the server has lost the session, a new one is started and the call repeated', async () => {
    let sessions = 0;
    const { upstream, send, line, lines } = await start((request, response) => {
      if (request.method === 'GET') return response.writeHead(405).end();
      if (request.body.includes('"initialize"')) {
        return json(response, result(0, { protocolVersion: '2025-11-25' }), {
          'mcp-session-id': `s${++sessions}`,
        });
      }
      if (request.headers['mcp-session-id'] !== 's2') return response.writeHead(404).end();
      return answerJson(request, response);
    });
    send(initialize);
    await line('"id":0');
    send(call(1));
    await line('"id":1');
    expect(lines).toEqual([
      expect.stringContaining('"id":0'),
      expect.stringContaining('"method":"tools/call"'),
    ]);
    expect(upstream.messages.map((message) => (message as { method: string }).method)).toEqual([
      'initialize',
      'tools/call',
      'initialize',
      'notifications/initialized',
      'tools/call',
    ]);
  });

  test('one of many calls in a lost session starts the new session, and all calls succeed', async () => {
    let sessions = 0;
    const waiting: (() => void)[] = [];
    const { upstream, send, line, lines } = await start((request, response) => {
      if (request.method !== 'POST') return response.writeHead(405).end();
      if (request.body.includes('"initialize"')) {
        return json(response, result(0, { protocolVersion: '2025-11-25' }), {
          'mcp-session-id': `s${++sessions}`,
        });
      }
      if (request.headers['mcp-session-id'] === 's2') return answerJson(request, response);
      const refuse = () => response.writeHead(404).end();
      // Some calls fail immediately, others while the new session is being started or after it exists.
      return request.body.includes('"id":1,') ? refuse() : waiting.push(refuse);
    });
    send(initialize);
    await line('"id":0');
    for (const id of [1, 2, 3, 4]) send(call(id));
    await eventually(() => waiting.length === 3);
    waiting.shift()?.();
    await line('"id":1,');
    for (const refuse of waiting) refuse();
    send(call(5));
    for (const id of [2, 3, 4, 5]) await line(`"id":${id},`);
    expect(sessions).toBe(2);
    expect(lines.filter((each) => each.includes('"error"'))).toEqual([]);
    const posts = upstream.received.filter(({ method }) => method === 'POST');
    expect(posts.filter(({ headers }) => headers['mcp-session-id'] === 's2')).toHaveLength(6);
  });

  test('the legacy transport is detected and used', async () => {
    let stream: ServerResponse | undefined;
    const { upstream, send, line } = await start((request, response) => {
      if (request.method === 'GET') {
        stream = response;
        return response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .write('event: endpoint\ndata: /messages?x=1\n\n');
      }
      if (!request.url.startsWith('/messages'))
        return response.writeHead(404, { 'content-type': 'text/html' }).end('Cannot POST');
      response.writeHead(202).end('Accepted');
      const { id } = JSON.parse(request.body);
      return id === undefined ? undefined : stream?.write(`event: message\ndata: ${result(id)}\n\n`);
    });
    send(initialize);
    await line('"id":0');
    send(initialized);
    send(call(1));
    await line('"id":1');
    expect(upstream.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /upstream/mcp',
      'GET /upstream/mcp',
      'POST /messages?x=1',
      'POST /messages?x=1',
      'POST /messages?x=1',
    ]);
  });

  test('the legacy transport must not lead to another origin', async () => {
    const { send, line } = await start((request, response) =>
      request.method === 'GET'
        ? response
            .writeHead(200, { 'content-type': 'text/event-stream' })
            .write('event: endpoint\ndata: http://elsewhere.example/m\n\n')
        : response.writeHead(404).end(),
    );
    send(initialize);
    expect(JSON.parse(await line('"id":0'))).toMatchObject({ error: { code: -32003 } });
  });
});

describe('the stateless protocol', () => {
  test('method, name and repeated arguments are sent in the headers', async () => {
    const schema = { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } };
    const { upstream, send, line } = await start((request, response) =>
      request.body.includes('tools/list')
        ? json(response, result(1, { tools: [{ name: 'größe', inputSchema: schema }] }))
        : answerJson(request, response),
    );
    send(
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}',
    );
    await line('"id":1');
    send(modernCall(2, { name: 'größe', arguments: { region: 'eu' } }));
    await line('"id":2');
    expect(upstream.received[1]?.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': `=?base64?${Buffer.from('größe').toString('base64')}?=`,
      'mcp-param-region': 'eu',
    });
    expect(upstream.received[1]?.headers).not.toHaveProperty('mcp-session-id');
  });

  test('a cancelled call closes its connection without a message', async () => {
    const { upstream, send } = await start(() => {});
    send(modernCall(1, { name: 'x' }));
    await eventually(() => upstream.received.length === 1);
    send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}');
    await eventually(() => upstream.aborted === 1);
    expect(upstream.received).toHaveLength(1);
  });

  test('an error without an id is sent to the request on its connection', async () => {
    const { send, line } = await start((_, response) =>
      json(
        response,
        '{"jsonrpc":"2.0","id":null,"error":{"code":-32022,"message":"no","data":{"supported":["2025-11-25"]}}}',
        {},
        400,
      ),
    );
    send(modernCall(1, { name: 'x' }));
    expect(JSON.parse(await line('-32022'))).toMatchObject({
      id: 1,
      error: { data: { supported: ['2025-11-25'] } },
    });
  });

  test('a session-based server rejects `server/discover`', async () => {
    const { send, line } = await start((_, response) => response.writeHead(404).end());
    send('{"jsonrpc":"2.0","id":1,"method":"server/discover"}');
    expect(JSON.parse(await line('"id":1'))).toMatchObject({ error: { code: -32601 } });
  });
});

describe('checked', () => {
  test('a denied call gets an error and is not sent; a response can be rewritten', async () => {
    const { upstream, send, line } = await start(answerJson, {
      connect: inspect({
        fromClient: (message: Message) =>
          message.kind === 'request' && paramsOf(message).name === 'shell'
            ? {
                kind: 'answer',
                messages: [createErrorResponse(message.id, { code: ErrorCode.denied, message: 'no' })],
              }
            : { kind: 'forward' },
        fromServer: (message) => ({
          kind: 'replace',
          message: createErrorResponse(message.id, { code: ErrorCode.denied, message: 'withheld' }),
        }),
      }),
    });
    send(call(1, { name: 'shell' }));
    expect(JSON.parse(await line('"id":1'))).toMatchObject({ error: { message: 'no' } });
    send(call(2));
    expect(JSON.parse(await line('"id":2'))).toMatchObject({ error: { message: 'withheld' } });
    expect(upstream.messages).toMatchObject([{ id: 2 }]);
  });

  for (const [what, body] of [
    ['too long', JSON.stringify({ jsonrpc: '2.0', result: 'x'.repeat(9000), id: 1 })],
    ['not a message', '{"jsonrpc":"2.0","result":"two\nlines"'],
  ] as const) {
    test(`a response that is ${what} is withheld from its request, even without an id`, async () => {
      const { send, line } = await start((_, response) => json(response, body), {
        wire: { limits: { maxMessage: 4000 } },
      });
      send(call(1));
      expect(JSON.parse(await line('"id":1,'))).toMatchObject({ error: { code: -32001 } });
    });
  }

  for (const encoding of ['identity', 'gzip'] as const) {
    test(`an endless response, with the encoding ${encoding}, is withheld and not read further`, async () => {
      const { upstream, send, line } = await start((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding });
        const endless = encoding === 'gzip' ? createGzip() : new PassThrough();
        endless.pipe(response);
        const more = () => {
          let hasRoom = true;
          while (hasRoom && !response.destroyed) hasRoom = endless.write('x'.repeat(64 * 1024));
        };
        endless.on('drain', more).write('{"jsonrpc":"2.0","id":1,"result":"');
        more();
      });
      send(call(1));
      expect(JSON.parse(await line('"id":1'))).toMatchObject({ error: { code: -32001 } });
      await eventually(() => upstream.aborted === 1);
    });
  }

  test('an invalid line affects only itself', async () => {
    const { upstream, send, line } = await start(answerJson);
    send('{"jsonrpc":"2.0","id":1,"method":"a","method":"b"}');
    expect(JSON.parse(await line('"id":1'))).toMatchObject({ error: { code: -32600 } });
    send(call(2));
    await line('"id":2');
    expect(upstream.messages).toMatchObject([{ id: 2 }]);
  });
});

describe('failures', () => {
  test('an unavailable upstream is -32003 for the request', async () => {
    const { upstream, send, line } = await start(answerJson);
    await upstream.stop();
    send(call(1));
    expect(JSON.parse(await line('"id":1'))).toMatchObject({ error: { code: -32003 } });
  });

  const statuses = [401, 403, 500, 503];
  for (const status of statuses) {
    test(`${status} is -32003 for the request`, async () => {
      const { send, line } = await start((_, response) =>
        response.writeHead(status, { 'content-type': 'text/html' }).end('<html>'),
      );
      send(call(1));
      const { error } = JSON.parse(await line('"id":1'));
      expect(error.code).toBe(-32003);
      expect(error.message).toContain(String(status));
      expect(error.message).not.toContain('<html>');
    });
  }

  describe('a connection that the server closes while it is used', () => {
    /** Breaks each connection whose request contains the word, this number of times. */
    const breakOff = (word: string, times: number): Respond => {
      let left = times;
      return (request, response) => {
        if (request.body.includes(word) && left-- > 0) return response.destroy();
        return answerJson(request, response);
      };
    };
    const answerToServer = '{"jsonrpc":"2.0","id":"s1","result":{}}';
    const bodies = (upstream: RecordingUpstream) => upstream.received.map(({ body }) => body);

    for (const message of [initialized, answerToServer])
      test(`loses no message without a response: ${message}`, async () => {
        const { upstream, send, line } = await start(breakOff(message, 2));
        send(call(1));
        await line('"id":1');
        send(message);
        send(call(2));
        await line('"id":2');
        const posted = bodies(upstream).filter((body) => body !== '');
        expect(posted).toEqual([call(1), message, message, message, call(2)]);
      });

    const unasked = '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"pay","arguments":{}}}';
    for (const message of [unasked, `[${unasked}]`])
      test(`does not send a call twice, even if it has no id: ${message}`, async () => {
        const { upstream, send, line } = await start(breakOff('"pay"', 9));
        send(message);
        send(call(2));
        await line('"id":2');
        expect(bodies(upstream).filter((body) => body === message)).toHaveLength(1);
      });

    test('is reported if it happens repeatedly', async () => {
      const told: unknown[] = [];
      const report = (diagnostic: unknown) => void told.push(diagnostic);
      const { upstream, send, line } = await start(breakOff(initialized, 9), { onDiagnostic: report });
      send(initialized);
      send(call(2));
      await line('"id":2');
      expect(bodies(upstream).filter((body) => body === initialized)).toHaveLength(3);
      const reason = expect.stringMatching(/^127\.0\.0\.1:\d+ closed the connection/);
      expect(told).toEqual([{ from: 'client', outcome: 'dropped', reason }]);
    });

    test('is an error for the request, and nothing is sent twice', async () => {
      const { upstream, send, line } = await start(breakOff(call(1), 9));
      send(call(1));
      expect(JSON.parse(await line('"id":1'))).toMatchObject({ error: { code: -32003 } });
      expect(upstream.received).toHaveLength(1);
    });
  });

  for (const [end, reason] of [
    ['the client has closed its input', 'the client disconnected'],
    ['the proxy was stopped', 'the proxy was stopped'],
  ] as const)
    test(`a call without a response gets an error with the reason if ${end}`, async () => {
      const { upstream, send, line, input, proxy } = await start(() => {});
      send(call(1));
      await eventually(() => upstream.received.length === 1);
      const now = performance.now.bind(performance);
      const clock = vi.spyOn(performance, 'now');
      onTestFinished(() => void clock.mockRestore());
      if (reason === 'the proxy was stopped') proxy.stop();
      else input.end();
      await new Promise((resolve) => setImmediate(resolve));
      clock.mockImplementation(() => now() + 60_000);
      expect(JSON.parse(await line('"id":1'))).toMatchObject({ error: { code: -32003, data: { reason } } });
      await proxy.finished;
    });

  test('pending responses are awaited after the client has closed its input', async () => {
    let pending: ServerResponse | undefined;
    const { send, lines, input, proxy } = await start((_, response) => {
      pending = response;
    });
    send(call(1));
    input.end();
    await eventually(() => pending !== undefined);
    json(pending as ServerResponse, result(1));
    await proxy.finished;
    expect(lines).toEqual([result(1)]);
  });

  test('68 a redirect is not followed, and the error names the cause', async () => {
    const { upstream, send, line } = await start((_, response) =>
      response.writeHead(307, { location: 'http://127.0.0.1:1/elsewhere' }).end(),
    );
    send(call(1));
    expect(await line('"id":1')).toMatch(/-32003.*redirects to another URL; configure that URL/);
    expect(upstream.received).toHaveLength(1);
  });

  test('a response that stops arriving is aborted and its connection closed; a stream may be idle', async () => {
    let stream: ServerResponse | undefined;
    const { upstream, send, line, lines } = await start(
      ({ body }, response) => {
        if (body.includes('"stream"')) {
          stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
          stream.flushHeaders();
          send(modernCall(2, { name: 'half' }));
        } else response.writeHead(200, { 'content-type': 'application/json' }).write('{"jsonrpc":"2.0",');
      },
      { upstream: { bodyIdleTimeout: 100 } },
    );
    send(modernCall(1, { name: 'stream' }));
    expect(JSON.parse(await line('"id":2'))).toMatchObject({
      error: { code: -32003, data: { reason: 'the upstream stopped sending in the middle of its response' } },
    });
    await eventually(() => upstream.aborted === 1);
    // It was idle for longer than the time limit for bodies.
    stream?.end(`data: ${result(1)}\n\n`);
    expect(JSON.parse(await line('"id":1'))).toMatchObject({ result: { fine: true } });
    expect(lines).toHaveLength(2);
  });

  test('a stream that ends without a response is an error', async () => {
    const { send, line } = await start((_, response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': bye\n\n'),
    );
    send(call(1));
    expect(JSON.parse(await line('"id":1'))).toMatchObject({ error: { code: -32003 } });
  });
});

describe('18 a client that does not read', () => {
  // Random data can hardly be compressed, so the server notices that the client does not read.
  const noise = randomBytes(45_000).toString('base64');
  const event = `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { data: noise } })}\n\n`;
  const encodings: Record<string, () => Duplex> = { identity: () => new PassThrough(), gzip: createGzip };
  for (const [encoding, encode] of Object.entries(encodings)) {
    test(`slows the server instead of filling our memory, with the encoding ${encoding}`, async () => {
      let written = 0;
      const { upstream, send, line, output, proxy } = await start((request, response) => {
        if (!request.body.includes('flood')) return json(response, result(1));
        const encoder = encode();
        encoder.pipe(
          response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': encoding }),
        );
        const more = () => {
          while (written < 300_000_000) {
            written += event.length;
            if (!encoder.write(event)) return encoder.once('drain', more);
          }
          return encoder.end(`data: ${result(2)}\n\n`);
        };
        return more();
      });
      send(call(1));
      await line('"id":1,');
      output.pause();
      send(call(2, { name: 'flood' }));
      let before = -1;
      // The server has stopped if complete calls succeed on the same thread and no more data is written.
      while (written === 0 || before !== written) {
        before = written;
        for (let i = 0; i < 30; i++) await (await fetch(upstream.url, { method: 'POST', body: '{}' })).text();
      }
      expect(output.writableLength).toBeLessThan(5_000_000);
      expect(written).toBeLessThan(40_000_000);
      output.resume();
      await eventually(() => written > before + 10_000_000);
      proxy.stop();
    });
  }

  test('is slowed down if it does not read errors', async () => {
    const error = { code: ErrorCode.denied, message: 'no'.repeat(500) };
    const deny = inspect({
      fromClient: (message: Message) => ({
        kind: 'answer',
        messages: message.kind === 'request' ? [createErrorResponse(message.id, error)] : [],
      }),
    });
    const { send, line, input, output, lines } = await start(answerJson, { connect: deny });
    output.pause();
    for (let id = 1; id <= 5000; id++) send(call(id));
    await eventually(() => input.isPaused());
    expect(output.writableLength).toBeLessThan(1_000_000);
    output.resume();
    await line('"id":5000,');
    expect(lines).toHaveLength(5000);
  });
});
