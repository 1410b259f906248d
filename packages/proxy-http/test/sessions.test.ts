// Tests sessions, streams and disconnections, row by row of the table of edge cases.

import type { ServerResponse } from 'node:http';
import type { Message } from '@claw/jsonrpc-stream';
import { describe, expect, test } from 'vitest';
import type { Caller } from '../src/index.js';
import { call, type PostOptions, postBytes } from './raw-client.js';
import { answerJson, type Respond } from './recording-upstream.js';
import { eventually, inspect, setUp } from './setup.js';

const result = (id: number, text = 'fine') => JSON.stringify({ jsonrpc: '2.0', id, result: { text } });
const initialize = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} });
const inSession = (id: string) => ({ headers: { 'Mcp-Session-Id': id } });
const get = (headers: string) =>
  `GET /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n${headers}\r\n`;

/** Creates an upstream that assigns session ids and keeps GET streams open, so that the test can write to them. */
function sessionServer() {
  const streams: ServerResponse[] = [];
  let nextSession = 1;
  const respond: Respond = (request, response) => {
    if (request.method === 'GET') {
      streams.push(response);
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    } else if (request.method === 'DELETE') response.writeHead(200).end();
    else if (request.body.includes('"initialize"')) {
      response.writeHead(200, { 'content-type': 'application/json', 'Mcp-Session-Id': `s${nextSession++}` });
      response.end(result(0));
    } else if (request.body.includes('later')) response.writeHead(202).end();
    else answerJson(request, response);
  };
  return { respond, streams };
}

test.runIf(process.platform === 'linux')('each message of a session has its own address', async () => {
  const came: (string | undefined)[] = [];
  const connect = (_: unknown, caller: Caller) =>
    inspect({
      fromClient() {
        came.push(caller.address);
        return { kind: 'forward' };
      },
    })();
  const { client } = await setUp(sessionServer().respond, { connect });
  const send = (body: string, address: string, options?: PostOptions) =>
    client(address).send(postBytes(body, options)).answer();
  await send(initialize, '127.0.0.1');
  for (const address of ['127.0.0.1', '127.0.0.2', '127.0.0.1'])
    expect((await send(call(1), address, inSession('s1'))).status).toBe(200);
  expect(came).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.2', '127.0.0.1']);
});

/** Records each conversation with the messages that it received. */
function recorder() {
  const conversations: { caller: Caller; seen: string[]; closed: boolean }[] = [];
  const connect = (_: unknown, caller: Caller) => {
    const conversation = { caller, seen: [] as string[], closed: false };
    conversations.push(conversation);
    const note = (from: string) => (message: Message) => {
      conversation.seen.push(`${from} ${message.method ?? message.id?.token}`);
      return { kind: 'forward' as const };
    };
    return {
      fromClient: note('client'),
      fromServer: note('server'),
      close: () => {
        conversation.closed = true;
      },
    };
  };
  return { conversations, connect };
}

describe('sessions', () => {
  test('56 one conversation for each session, starting with `initialize`', async () => {
    const { respond } = sessionServer();
    const { conversations, connect } = recorder();
    const { post } = await setUp(respond, { connect });
    expect((await post(initialize)).headers['mcp-session-id']).toBe('s1');
    await post(initialize);
    await post(call(1), inSession('s1'));
    await post(call(1), inSession('s2'));
    expect(conversations.map(({ seen }) => seen)).toEqual([
      ['client initialize', 'server 0', 'client tools/call', 'server 1'],
      ['client initialize', 'server 0', 'client tools/call', 'server 1'],
    ]);
    expect(conversations.every(({ closed }) => !closed)).toBe(true);
    // The inspector gets the session id as soon as the upstream has sent it.
    expect(conversations.map(({ caller }) => caller.sessionId)).toEqual(['s1', 's2']);
  });

  test('56 the state of a session is removed after DELETE and after 404', async () => {
    const { conversations, connect } = recorder();
    const { post, client } = await setUp(
      (request, response) => {
        if (request.method === 'DELETE') return response.writeHead(200).end();
        if (request.headers['mcp-session-id'] === 'gone') return response.writeHead(404).end();
        return answerJson(request, response);
      },
      { connect },
    );
    await post(call(1), inSession('a'));
    expect((await post(call(1), inSession('gone'))).status).toBe(404);
    expect(conversations.map(({ closed }) => closed)).toEqual([false, true]);
    await client().send('DELETE /mcp HTTP/1.1\r\nHost: localhost\r\nMcp-Session-Id: a\r\n\r\n').answer();
    expect(conversations[0]?.closed).toBe(true);
    await post(call(2), inSession('a'));
    expect(conversations).toHaveLength(3);
  });

  test('56 the state of an idle session is removed, and the oldest session is removed above the limit', async () => {
    const idle = recorder();
    const first = await setUp(answerJson, { connect: idle.connect, sessions: { idleTimeout: 20 } });
    await first.post(call(1), inSession('a'));
    await eventually(() => idle.conversations[0]?.closed === true);
    const many = recorder();
    const second = await setUp(answerJson, { connect: many.connect, sessions: { maxSessions: 2 } });
    for (const id of ['a', 'b', 'c']) await second.post(call(1), inSession(id));
    expect(many.conversations.map(({ closed }) => closed)).toEqual([true, false, false]);
  });

  test('56 the number of stored sessions is limited', async () => {
    const { conversations, connect } = recorder();
    const { post } = await setUp(sessionServer().respond, { connect, sessions: { maxSessions: 2 } });
    for (let i = 0; i < 4; i++) await post(initialize);
    expect(conversations.map(({ closed }) => closed)).toEqual([true, true, false, false]);
  });

  test('56 a session belongs only to its caller', async () => {
    const { conversations, connect } = recorder();
    const { respond } = sessionServer();
    const { post, client, upstream } = await setUp(respond, {
      connect,
      listen: { authenticate: ({ headers }) => ({ id: String(headers.authorization) }) },
    });
    await post(initialize, { headers: { Authorization: 'ann' } });
    const as = (name: string) => ({ headers: { 'Mcp-Session-Id': 's1', Authorization: name } });
    expect(await post(call(1), as('bob'))).toMatchObject({ status: 404 });
    for (const method of ['GET', 'DELETE']) {
      const bytes = `${method} /mcp HTTP/1.1\r\nHost: localhost\r\nMcp-Session-Id: s1\r\nAuthorization: bob\r\n\r\n`;
      expect((await client().send(bytes).answer()).status).toBe(404);
    }
    expect(upstream.received).toHaveLength(1);
    expect((await post(call(1), as('ann'))).status).toBe(200);
    expect(conversations).toHaveLength(1);
  });

  test('56 a session is kept even if other callers create many sessions', async () => {
    const { respond } = sessionServer();
    const { post, upstream } = await setUp(respond, {
      sessions: { maxSessions: 3 },
      listen: { authenticate: ({ headers }) => ({ id: String(headers.authorization) }) },
    });
    await post(initialize, { headers: { Authorization: 'ann' } });
    const as = (name: string, id: string) => ({ headers: { 'Mcp-Session-Id': id, Authorization: name } });
    for (let i = 0; i < 10; i++) await post(call(1), as('bob', `made-up-${i}`));
    const before = upstream.received.length;
    expect((await post(call(1), as('bob', 's1'))).status).toBe(404);
    expect(upstream.received).toHaveLength(before);
    expect((await post(call(1), as('ann', 's1'))).status).toBe(200);
  });

  test('56 callers with the same unknown id have separate states', async () => {
    const { conversations, connect } = recorder();
    const { post } = await setUp(answerJson, {
      connect,
      listen: { authenticate: ({ headers }) => ({ id: String(headers.authorization) }) },
    });
    for (const name of ['ann', 'bob']) {
      await post(call(1), { headers: { 'Mcp-Session-Id': 'same', Authorization: name } });
    }
    expect(conversations.map(({ caller }) => [caller.identity?.id, caller.sessionId])).toEqual([
      ['ann', 'same'],
      ['bob', 'same'],
    ]);
  });

  test('57 a request with a header of the stateless protocol still belongs to its session', async () => {
    const { conversations, connect } = recorder();
    const { post } = await setUp(answerJson, { connect });
    for (const [id, version] of [
      ['1', '2025-11-25'],
      ['2', '2026-07-28'],
    ] as const) {
      await post(call(Number(id)), { headers: { 'Mcp-Session-Id': 's', 'MCP-Protocol-Version': version } });
    }
    expect(conversations.map(({ seen }) => seen.length)).toEqual([4]);
  });

  test('57 a request with a body of the stateless protocol still belongs to its session', async () => {
    const { conversations, connect } = recorder();
    const { post } = await setUp(answerJson, { connect });
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    await post(call(1), inSession('s'));
    await post(call(2, { name: 'x', _meta: meta }), inSession('s'));
    expect(conversations.map(({ seen }) => seen.length)).toEqual([4]);
  });

  test('72 parallel connections share the tables: an id in use is rejected on any of them', async () => {
    const { respond, streams } = sessionServer();
    const { post, client } = await setUp(respond);
    client().send(get('Mcp-Session-Id: s\r\n'));
    await eventually(() => streams.length === 1);
    await post(call(1, { name: 'later' }), inSession('s'));
    expect(JSON.parse((await post(call(1), inSession('s'))).body)).toMatchObject({
      id: 1,
      error: { code: -32600 },
    });
    expect(JSON.parse((await post(call(1), inSession('other'))).body)).toMatchObject({ id: 1, result: {} });
  });

  test('59, 72 a response after a 202 arrives on the session stream and finds its request', async () => {
    const { respond, streams } = sessionServer();
    const { conversations, connect } = recorder();
    const { post, client, diagnostics } = await setUp(respond, { connect });
    const listening = client().send(get('Mcp-Session-Id: s\r\n'));
    await eventually(() => streams.length === 1);
    expect(await post(call(7, { name: 'later' }), inSession('s'))).toMatchObject({ status: 202, body: '' });
    streams[0]?.write(`id: 1\ndata: ${result(7)}\n\n`);
    await listening.until((text) => text.includes(result(7)));
    expect(conversations.map(({ seen }) => seen)).toEqual([['client tools/call', 'server 7']]);
    expect(diagnostics).toEqual([]);
  });

  test('73 messages of an unknown session are checked as well', async () => {
    const { respond, streams } = sessionServer();
    const { client, diagnostics } = await setUp(respond, {
      connect: inspect({
        fromServer: (message) => (message.kind === 'response' ? { kind: 'drop' } : { kind: 'forward' }),
      }),
    });
    const listening = client().send(get('Mcp-Session-Id: from-before-the-restart\r\n'));
    await eventually(() => streams.length === 1);
    streams[0]?.write(`data: ${result(3, 'unscanned')}\n\n: end\n\n`);
    await listening.until((text) => text.includes(': end'));
    expect(listening.text).not.toContain('unscanned');
    expect(diagnostics).toMatchObject([{ from: 'server', outcome: 'forwarded' }]);
  });
});

describe('resuming', () => {
  test('64 the resume position is forwarded, and replayed messages are checked again', async () => {
    const { conversations, connect } = recorder();
    const { client, upstream } = await setUp(
      ({ method }, response) => {
        if (method === 'GET') {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.write(`id: 2\ndata: ${result(1)}\n\n`);
          return;
        }
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('id: 1\ndata:\n\n');
      },
      { connect },
    );
    const first = client().send(postBytes(call(1), inSession('s')));
    await first.until((text) => text.includes('id: 1'));
    first.disconnect();
    await eventually(() => upstream.aborted === 1);
    const second = client().send(get('Mcp-Session-Id: s\r\nLast-Event-ID: 1\r\n'));
    await second.until((text) => text.includes(result(1)));
    expect(upstream.received[1]?.headers['last-event-id']).toBe('1');
    expect(conversations.map(({ seen }) => seen)).toEqual([['client tools/call', 'server 1']]);
  });

  test('64 a lost response is replayed and forwarded', async () => {
    const { client, post } = await setUp(({ method, body }, response) => {
      if (method === 'POST')
        return response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .end(`id: 1\ndata: ${result(JSON.parse(body).id)}\n\n`);
      return response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .write(`id: 1\ndata: ${result(1)}\n\n`);
    });
    await post(call(1), inSession('s'));
    const again = client().send(get('Mcp-Session-Id: s\r\nLast-Event-ID: 0\r\n'));
    await again.until((text) => text.includes(result(1)));
    expect(again.text).toContain(result(1));
  });

  test('64 a replayed request of the server is sent again while it is open, and gets one response', async () => {
    const { respond, streams } = sessionServer();
    const { client, post, upstream } = await setUp(respond, {
      connect: inspect({ fromServer: async () => ({ kind: 'forward' }) }),
    });
    const question = '{"jsonrpc":"2.0","id":7,"method":"roots/list"}';
    const listening = [client().send(get('Mcp-Session-Id: s\r\n'))];
    await eventually(() => streams.length === 1);
    streams[0]?.write(`id: 1\ndata: ${question}\n\n`);
    await listening[0]?.until((text) => text.includes(question));
    listening.push(client().send(get('Mcp-Session-Id: s\r\nLast-Event-ID: 0\r\n')));
    await eventually(() => streams.length === 2);
    streams[1]?.write(`id: 1\ndata: ${question}\n\n`);
    await listening[1]?.until((text) => text.includes(question));
    const answer = '{"jsonrpc":"2.0","id":7,"result":{"roots":[]}}';
    for (let i = 0; i < 2; i++) expect((await post(answer, inSession('s'))).status).toBe(202);
    expect(upstream.received.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      answer,
    ]);
  });

  test('34 if the stream is not resumed, a second response is dropped', async () => {
    const { respond, streams } = sessionServer();
    const { client, post } = await setUp(respond);
    const listening = client().send(get('Mcp-Session-Id: s\r\n'));
    await eventually(() => streams.length === 1);
    await post(call(1), inSession('s'));
    streams[0]?.write(`data: ${result(1, 'again')}\n\n: end\n\n`);
    await listening.until((text) => text.includes(': end'));
    expect(listening.text).not.toContain('again');
  });
});

describe('a client that disconnects', () => {
  const silent: Respond = () => {};
  const modern = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'x', _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
  });

  test('66 in the stateless protocol cancels its request: the upstream and the inspector are notified immediately', async () => {
    const { conversations, connect } = recorder();
    const { client, upstream } = await setUp(silent, { connect });
    const connection = client().send(
      postBytes(modern, { headers: { 'MCP-Protocol-Version': '2026-07-28' } }),
    );
    await eventually(() => upstream.received.length === 1);
    connection.disconnect();
    await eventually(() => upstream.aborted === 1);
    await eventually(() => conversations[0]?.closed === true);
  });

  test('66 in a session does not cancel its request, which stays open', async () => {
    const { conversations, connect } = recorder();
    const { client, upstream, post } = await setUp(
      (request, response) => {
        if (request.body.includes('"id":2')) answerJson(request, response);
      },
      { connect },
    );
    const connection = client().send(postBytes(call(1), inSession('s')));
    await eventually(() => upstream.received.length === 1);
    connection.disconnect();
    await eventually(() => upstream.aborted === 1);
    expect(JSON.parse((await post(call(1), inSession('s'))).body)).toMatchObject({ error: { code: -32600 } });
    await post(call(2), inSession('s'));
    expect(conversations[0]?.closed).toBe(false);
    expect(upstream.messages).toMatchObject([{ method: 'tools/call' }, { method: 'tools/call', id: 2 }]);
  });

  test('99 before the verdict: the call is not forwarded', async () => {
    let allow: (() => void) | undefined;
    const { client, upstream, post } = await setUp(answerJson, {
      connect: inspect({
        fromClient: (message: Message) =>
          message.id?.token === '1'
            ? new Promise((resolve) => {
                allow = () => resolve({ kind: 'forward' });
              })
            : { kind: 'forward' },
      }),
    });
    const connection = client().send(postBytes(call(1), inSession('s')));
    await eventually(() => allow !== undefined);
    const closed = new Promise((resolve) => connection.socket.once('close', resolve));
    connection.disconnect();
    await closed;
    await post(call(2), inSession('s'));
    allow?.();
    await post(call(3), inSession('s'));
    expect(upstream.messages).toMatchObject([{ id: 2 }, { id: 3 }]);
  });

  test('66 with pipelined requests after its stream: they are not started', async () => {
    const { respond, streams } = sessionServer();
    const { client, upstream, post } = await setUp(respond);
    const connection = client().send(get('Mcp-Session-Id: a\r\n') + get('Mcp-Session-Id: b\r\n'));
    connection.send(postBytes(call(1)));
    await connection.until((text) => text.includes('\r\n\r\n'));
    connection.disconnect();
    await eventually(() => upstream.aborted === 1);
    await post(call(2));
    expect(streams).toHaveLength(1);
    expect(upstream.received.map(({ method, body }) => [method, body])).toEqual([
      ['GET', ''],
      ['POST', call(2)],
    ]);
  });

  test('pipelined requests get responses in order', async () => {
    const { client } = await setUp();
    const connection = client();
    connection.send(Buffer.concat([1, 2, 3].map((id) => postBytes(call(id)))));
    const text = await connection.until((heard) => heard.includes('"id":3'));
    expect([...text.matchAll(/"id":(\d)/g)].map(([, id]) => id)).toEqual(['1', '2', '3']);
  });

  test('66 only its sending side: the other side is closed as well', async () => {
    const { respond, streams } = sessionServer();
    const { client, upstream } = await setUp(respond);
    const connection = client().send(get('Mcp-Session-Id: a\r\n'));
    await eventually(() => streams.length === 1);
    connection.socket.end();
    await eventually(() => upstream.aborted === 1 && connection.closed);
  });

  test('66 during a stream: the upstream stream ends', async () => {
    const { respond, streams } = sessionServer();
    const { client, upstream } = await setUp(respond);
    const listening = client().send(get('Mcp-Session-Id: s\r\n'));
    await eventually(() => streams.length === 1);
    listening.disconnect();
    await eventually(() => upstream.aborted === 1);
  });
});

describe('the legacy transport', () => {
  const legacy = (endpoint: string) => {
    const streams: ServerResponse[] = [];
    const respond: Respond = (request, response) => {
      if (request.method === 'GET') {
        streams.push(response);
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(`event: endpoint\ndata: ${endpoint}\n\n`);
        return;
      }
      response.writeHead(202, { 'content-type': 'text/plain' }).end('Accepted');
      const { id } = JSON.parse(request.body);
      if (id !== undefined) streams[0]?.write(`event: message\ndata: ${result(id)}\n\n`);
    };
    return { respond, streams };
  };
  const listen = 'GET /sse HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n';

  const forms = [
    {
      name: 'a path is forwarded unchanged',
      endpoint: '/messages?sessionId=a%20b',
      seen: '/messages?sessionId=a%20b',
    },
    {
      name: 'a relative path becomes an absolute one',
      endpoint: 'messages?sessionId=1',
      seen: '/upstream/messages?sessionId=1',
    },
    {
      name: 'a path that ends in a slash keeps it',
      endpoint: '/messages/?session_id=1',
      seen: '/messages/?session_id=1',
    },
  ];
  for (const { name, endpoint, seen } of forms) {
    test(`65 ${name}, and posted messages are checked and forwarded there`, async () => {
      const { conversations, connect } = recorder();
      const { client, post, upstream } = await setUp(legacy(endpoint).respond, { connect });
      const listening = client().send(listen);
      await listening.until((text) => text.includes(seen));
      expect(listening.text).toContain(`event: endpoint\ndata: ${seen}\n\n`);
      expect(await post(call(1), { path: seen })).toMatchObject({ status: 202, body: '' });
      await listening.until((text) => text.includes(result(1)));
      expect(upstream.received.at(-1)).toMatchObject({ url: seen, body: call(1) });
      expect(conversations.map(({ seen: said }) => said)).toEqual([['client tools/call', 'server 1']]);
      expect(conversations[0]?.caller.sessionId).toBe(seen);
      listening.disconnect();
      await eventually(() => conversations[0]?.closed === true);
      expect((await post(call(2), { path: seen })).status).toBe(404);
    });
  }

  test('65 the origin of an absolute endpoint is removed, because it would bypass the proxy', async () => {
    const { respond } = legacy('');
    let port = 0;
    const { client, upstream } = await setUp((request, response) => {
      if (request.method !== 'GET') return respond(request, response);
      return response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .write(`event: endpoint\ndata: http://127.0.0.1:${port}/messages?x=1\n\n`);
    });
    port = upstream.port;
    const listening = client().send(listen);
    await listening.until((text) => text.includes('messages'));
    expect(listening.text).toContain('event: endpoint\ndata: /messages?x=1\n\n');
    expect(listening.text).not.toContain(`127.0.0.1:${port}`);
  });

  for (const endpoint of [
    'http://elsewhere.example/messages',
    '//elsewhere.example/m',
    'ftp://127.0.0.1/m',
    'javascript:alert(1)',
  ]) {
    test(`65 the endpoint \`${endpoint}\` ends the stream`, async () => {
      const { client, diagnostics } = await setUp(legacy(endpoint).respond);
      const text = await client()
        .send(listen)
        .until(() => false);
      expect(text).not.toContain('endpoint');
      expect(diagnostics).toMatchObject([{ from: 'server', outcome: 'refused' }]);
    });
  }

  test('65 the endpoint of another caller cannot be used, and each stream has its own', async () => {
    for (const events of [
      'event: endpoint\ndata: /mcp\n\n',
      'event: endpoint\ndata: /a\n\nevent: endpoint\ndata: /b\n\n',
    ]) {
      const { client, post, diagnostics } = await setUp((request, response) => {
        if (request.method === 'POST') return answerJson(request, response);
        return response.writeHead(200, { 'content-type': 'text/event-stream' }).write(events);
      });
      await client()
        .send(listen)
        .until(() => false);
      expect(diagnostics).toMatchObject([{ from: 'server', outcome: 'refused' }]);
      expect((await post(call(1))).status).toBe(200);
      for (const path of ['/a', '/b']) expect((await post(call(1), { path })).status).toBe(404);
    }
  });

  test('65 a denied call gets its error on the stream, because clients ignore the response to the POST', async () => {
    const { client, post, upstream } = await setUp(legacy('/messages?x=1').respond, {
      connect: inspect({
        fromClient: () => {
          throw new Error('broken');
        },
      }),
    });
    const listening = client().send(listen);
    await listening.until((text) => text.includes('endpoint'));
    expect(await post(call(1), { path: '/messages?x=1' })).toMatchObject({ status: 202, body: '' });
    await listening.until((text) => text.includes('-32001'));
    expect(upstream.received.map(({ method }) => method)).toEqual(['GET']);
  });

  test('65 within a session of the newer transport, endpoint events are ignored', async () => {
    const { client, post } = await setUp(legacy('/messages?x=1').respond);
    const listening = client().send(get('Mcp-Session-Id: s\r\n'));
    await listening.until((text) => text.includes('\r\n\r\n'));
    expect((await post(call(1), { path: '/messages?x=1' })).status).toBe(404);
    expect(listening.text).not.toContain('endpoint');
  });
});
