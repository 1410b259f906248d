// Tests the connection to the upstream: encryption, names and addresses, failures and recovery, credentials.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isPublicAddress, startHttpProxy, type TokenRejection, type UpstreamOptions } from '../src/index.js';
import { call, postBytes, RawClient } from './raw-client.js';
import { answerJson, RecordingUpstream } from './recording-upstream.js';
import { eventually, setUp } from './setup.js';

const pem = (name: string) => readFileSync(new URL(`./tls/localhost.${name}.pem`, import.meta.url), 'utf8');

const toLoopback: UpstreamOptions = { resolve: async () => ['127.0.0.1'] };

async function listenOn(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function errorOf(port: number): Promise<{ code: number; data: { reason: string } }> {
  const client = new RawClient(port);
  const { status, body } = await client.send(postBytes(call(1))).answer();
  client.disconnect();
  expect(status).toBe(200);
  return JSON.parse(body).error;
}

async function proxyTo(url: string, options: UpstreamOptions = {}) {
  const proxy = await startHttpProxy({ url, upstream: options });
  onTestFinished(() => proxy.close(0));
  return proxy;
}

describe('encryption', () => {
  const secureUpstream = async () => {
    const server = createSecureServer({ cert: pem('cert'), key: pem('key') }, async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      const received = { method: 'POST', url: '', rawHeaders: [], headers: request.headers, body };
      answerJson(received, response);
    });
    return listenOn(server);
  };

  test('a certificate of a configured authority is accepted for its name, but not for the address', async () => {
    const port = await secureUpstream();
    const proxy = await proxyTo(`https://upstream.test:${port}/mcp`, { ...toLoopback, ca: pem('cert') });
    const client = new RawClient(proxy.port);
    expect((await client.send(postBytes(call(1))).answer()).body).toContain('result');
    client.disconnect();
  });

  test('a certificate of an unknown authority is rejected', async () => {
    const port = await secureUpstream();
    const proxy = await proxyTo(`https://upstream.test:${port}/mcp`, toLoopback);
    expect(await errorOf(proxy.port)).toMatchObject({
      code: -32003,
      data: { reason: expect.stringMatching(/certificate/) },
    });
  });

  test('a certificate for another name is rejected', async () => {
    const port = await secureUpstream();
    const proxy = await proxyTo(`https://other.test:${port}/mcp`, { ...toLoopback, ca: pem('cert') });
    expect(await errorOf(proxy.port)).toMatchObject({
      code: -32003,
      data: { reason: expect.stringMatching(/certificate/) },
    });
  });
});

describe('names and addresses', () => {
  test('a name is resolved once, and again in the background', async () => {
    const upstream = await RecordingUpstream.start(answerJson);
    onTestFinished(() => upstream.stop());
    let looks = 0;
    const proxy = await proxyTo(`http://upstream.test:${upstream.port}/mcp`, {
      refreshInterval: 20,
      resolve: async () => {
        looks++;
        return ['127.0.0.1'];
      },
    });
    for (let i = 0; i < 3; i++) {
      const client = new RawClient(proxy.port);
      await client.send(postBytes(call(1))).answer();
      client.disconnect();
    }
    expect(upstream.received[0]?.headers.host).toBe(`upstream.test:${upstream.port}`);
    expect(proxy.upstream.addresses).toEqual(['127.0.0.1']);
    await eventually(() => looks > 3);
  });

  test('a name that moves to a forbidden address keeps its previous one', async () => {
    const upstream = await RecordingUpstream.start(answerJson);
    onTestFinished(() => upstream.stop());
    let addresses = ['127.0.0.1'];
    const proxy = await proxyTo(`http://upstream.test:${upstream.port}/mcp`, {
      addressAllowed: (address) => address === '127.0.0.1',
      resolve: async () => addresses,
    });
    const client = new RawClient(proxy.port);
    await client.send(postBytes(call(1))).answer();
    addresses = ['169.254.169.254'];
    await expect(proxy.upstream.refreshAddresses()).rejects.toThrow(/has no allowed address/);
    expect(proxy.upstream.addresses).toEqual(['127.0.0.1']);
    expect((await client.send(postBytes(call(2))).answer()).body).toContain('result');
    client.disconnect();
  });

  test('an upstream with a forbidden address is not contacted', async () => {
    const proxy = await proxyTo('http://upstream.test/mcp', {
      ...toLoopback,
      addressAllowed: isPublicAddress,
    });
    expect(await errorOf(proxy.port)).toMatchObject({
      code: -32003,
      data: { reason: expect.stringMatching(/not allowed/) },
    });
  });

  for (const host of ['127.0.0.1', '[::1]', '[::ffff:10.0.0.1]', '0x7f.1', '2130706433']) {
    test(`\`${host}\` itself is rejected before anything is sent`, async () => {
      const started = startHttpProxy({
        url: `http://${host}/mcp`,
        upstream: { addressAllowed: isPublicAddress },
      });
      await expect(started).rejects.toThrow(/has no allowed address/);
    });
  }

  for (const url of [
    'ftp://example.com/',
    'file:///etc/passwd',
    'nonsense',
    'http://user:password@example.com/',
  ]) {
    test(`\`${url}\` is not a valid upstream, and the error does not contain it`, async () => {
      const error = await startHttpProxy({ url }).catch((problem: Error) => problem);
      expect(error).toBeInstanceOf(Error);
      expect(String(error)).not.toContain('password@');
    });
  }
});

describe('an unavailable upstream', () => {
  test('is a clear -32003 for a call, and is used again when it is back', async () => {
    const upstream = await RecordingUpstream.start(answerJson);
    const { port } = upstream;
    await upstream.stop();
    const proxy = await proxyTo(`http://127.0.0.1:${port}/mcp`);
    for (let i = 0; i < 4; i++) {
      expect(await errorOf(proxy.port)).toMatchObject({
        code: -32003,
        data: { reason: `127.0.0.1:${port} refuses connections` },
      });
    }
    const again = createServer((socket) => {
      socket
        .on('error', () => {})
        .once('data', () => {
          const body = '{"jsonrpc":"2.0","id":1,"result":{}}';
          socket.end(
            `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
          );
        });
    });
    again.listen(port, '127.0.0.1');
    await once(again, 'listening');
    onTestFinished(() => void again.close());
    let answer = '';
    while (!answer.includes('"result"')) {
      const client = new RawClient(proxy.port);
      answer = (await client.send(postBytes(call(1))).answer()).body;
      client.disconnect();
    }
  });

  test('is a 502 for messages without a response', async () => {
    const { upstream, client } = await setUp();
    await upstream.stop();
    const note = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
    expect((await client().send(postBytes(note)).answer()).status).toBe(502);
    expect((await client().send('GET /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n').answer()).status).toBe(502);
  });

  test('a call whose response was interrupted is not sent again', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections++;
      socket.on('error', () => {}).once('data', () => socket.destroy());
    });
    const proxy = await proxyTo(`http://127.0.0.1:${await listenOn(server)}/mcp`);
    expect(await errorOf(proxy.port)).toMatchObject({
      code: -32003,
      data: { reason: expect.stringMatching(/closed the connection/) },
    });
    expect(connections).toBe(1);
  });

  test('an upstream that accepts and does not respond is aborted', async () => {
    const server = createServer((socket) => void socket.on('error', () => {}).resume());
    const proxy = await proxyTo(`http://127.0.0.1:${await listenOn(server)}/mcp`, { responseTimeout: 50 });
    expect(await errorOf(proxy.port)).toMatchObject({
      code: -32003,
      data: { reason: expect.stringMatching(/did not respond in time/) },
    });
  });

  test('an upstream that stops within its response is aborted', async () => {
    const half =
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"jsonrpc":';
    const server = createServer((socket) => {
      socket.on('error', () => {}).once('data', () => socket.write(half));
    });
    const proxy = await proxyTo(`http://127.0.0.1:${await listenOn(server)}/mcp`, { bodyIdleTimeout: 50 });
    expect(await errorOf(proxy.port)).toMatchObject({
      code: -32003,
      data: { reason: 'the upstream stopped sending in the middle of its response' },
    });
  });

  test('invalid HTTP is an error, and the next call is sent', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {}).once('data', () => socket.end('SSH-2.0-OpenSSH_9\r\n'));
    });
    const proxy = await proxyTo(`http://127.0.0.1:${await listenOn(server)}/mcp`);
    for (let i = 0; i < 2; i++) expect(await errorOf(proxy.port)).toMatchObject({ code: -32003 });
  });
});

describe('credentials', () => {
  const needsToken = (good: string) =>
    RecordingUpstream.start((request, response) =>
      request.headers.authorization === `Bearer ${good}`
        ? answerJson(request, response)
        : response.writeHead(401, { 'www-authenticate': 'Bearer realm="them"' }).end(),
    );

  test('configured headers replace those of the client', async () => {
    const { post, upstream } = await setUp(answerJson, {
      headers: { authorization: 'Bearer ours', 'X-Extra': '1' },
    });
    await post(call(1), { headers: { Authorization: 'Bearer theirs' } });
    expect(upstream.received[0]?.headers).toMatchObject({ authorization: 'Bearer ours', 'x-extra': '1' });
  });

  test('a token for the proxy is not sent upstream', async () => {
    const { post, upstream } = await setUp(answerJson, { listen: { authenticate: () => ({ id: 'me' }) } });
    await post(call(1), { headers: { Authorization: 'Bearer for-us', 'X-API-Key': 'for-us' } });
    expect(JSON.stringify(upstream.received[0]?.rawHeaders)).not.toContain('for-us');
  });

  test('a rejected token is renewed once, and the call succeeds', async () => {
    const upstream = await needsToken('new');
    onTestFinished(() => upstream.stop());
    const asked: unknown[] = [];
    const { post } = await setUp(answerJson, {
      url: upstream.url,
      upstreamToken: (rejection) => {
        asked.push(rejection);
        return rejection === undefined ? 'old' : 'new';
      },
    });
    expect((await post(call(1))).body).toContain('result');
    expect(asked).toEqual([
      undefined,
      { token: 'old', status: 401, challenge: 'Bearer realm="them"', isFinal: false },
    ]);
    expect(upstream.received.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer old',
      'Bearer new',
    ]);
  });

  test('an upstream that requires no token gets none', async () => {
    const { post, upstream } = await setUp(answerJson, { upstreamToken: () => undefined });
    expect((await post(call(1))).body).toContain('result');
    expect(upstream.received[0]?.headers.authorization).toBeUndefined();
  });

  test('a token with insufficient scope is replaced once, and the call succeeds', async () => {
    const upstream = await RecordingUpstream.start((request, response) =>
      request.headers.authorization === 'Bearer wide'
        ? answerJson(request, response)
        : response.writeHead(403, { 'www-authenticate': 'Bearer error="insufficient_scope"' }).end(),
    );
    onTestFinished(() => upstream.stop());
    const { post } = await setUp(answerJson, {
      url: upstream.url,
      upstreamToken: (rejection) => (rejection?.status === 403 ? 'wide' : 'narrow'),
    });
    expect((await post(call(1))).body).toContain('result');
    expect(upstream.received).toHaveLength(2);
  });

  test('a header of the client or the configuration takes precedence; the function is not called', async () => {
    const asked: unknown[] = [];
    const upstreamToken = (rejection?: unknown) => {
      asked.push(rejection);
      return 'ours';
    };
    const free = await setUp(answerJson, { upstreamToken });
    await free.post(call(1), { headers: { Authorization: 'Bearer theirs' } });
    expect(free.upstream.received[0]?.headers.authorization).toBe('Bearer theirs');
    const fixed = await setUp(answerJson, { upstreamToken, headers: { authorization: 'Basic fixed' } });
    await fixed.post(call(1), { headers: { Authorization: 'Bearer theirs' } });
    expect(fixed.upstream.received[0]?.headers.authorization).toBe('Basic fixed');
    expect(asked).toEqual([]);
    const locked = await setUp(answerJson, { upstreamToken, listen: { authenticate: () => ({ id: 'me' }) } });
    await locked.post(call(1), { headers: { Authorization: 'Bearer for-us' } });
    expect(locked.upstream.received[0]?.headers.authorization).toBe('Bearer ours');
  });

  const challenges = [
    { name: 'a 401 for the token of the proxy', status: 401, sent: {}, code: 200 },
    {
      name: 'a 401 for the token of the client',
      status: 401,
      sent: { Authorization: 'Bearer x' },
      code: 200,
    },
    { name: 'a 403 for other reasons', status: 403, sent: {}, code: 403 },
  ];
  for (const { name, status, sent, code } of challenges) {
    test(`${name}: the challenge is not forwarded, because it concerns another identity`, async () => {
      const { post } = await setUp(
        (_, response) =>
          response.writeHead(status, { 'www-authenticate': 'Bearer resource_metadata="http://x/"' }).end(),
        { upstreamToken: () => 'ours' },
      );
      const answer = await post(call(1), { headers: sent });
      expect(answer.status).toBe(code);
      expect(JSON.stringify(answer)).not.toMatch(/www-authenticate|resource_metadata/i);
    });
  }

  const without = [
    { name: 'no token', upstreamToken: () => undefined, calls: 1, reason: /rejected the credentials/ },
    {
      name: 'the same token again',
      upstreamToken: () => 'bad',
      calls: 1,
      reason: /rejected the credentials/,
    },
    {
      name: 'a new token that is rejected as well',
      upstreamToken: (rejection?: TokenRejection) => (rejection ? 'worse' : 'bad'),
      calls: 2,
      reason: /rejected the credentials/,
    },
    {
      name: 'a reason in place of a token',
      upstreamToken: () => ({ reason: 'log in first' }),
      calls: 0,
      reason: /^log in first$/,
    },
    {
      name: 'a reason after two tokens',
      upstreamToken: (rejection?: TokenRejection) =>
        rejection?.isFinal ? { reason: 'log in anew' } : rejection ? 'worse' : 'bad',
      calls: 2,
      reason: /^log in anew$/,
    },
    {
      name: 'a token that cannot be provided',
      upstreamToken: async () => Promise.reject(new Error('provider down')),
      calls: 0,
      reason: /no token/,
    },
  ];
  for (const { name, upstreamToken, calls, reason } of without) {
    test(`${name}: the call fails, and the token of the client is not used instead`, async () => {
      const upstream = await needsToken('good');
      onTestFinished(() => upstream.stop());
      const listen = { authenticate: () => ({ id: 'me' }) };
      const { post } = await setUp(answerJson, { url: upstream.url, upstreamToken, listen });
      expect(
        JSON.parse((await post(call(1), { headers: { Authorization: 'Bearer good' } })).body),
      ).toMatchObject({
        error: { code: -32003, data: { reason: expect.stringMatching(reason) } },
      });
      expect(upstream.received).toHaveLength(calls);
      expect(upstream.received.every(({ headers }) => headers.authorization !== 'Bearer good')).toBe(true);
    });
  }
});
