// Tests listening addresses, access, and shutdown.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { requireToken, startHttpProxy } from '../src/index.js';
import { call, postBytes } from './raw-client.js';
import { answerJson } from './recording-upstream.js';
import { eventually, setUp } from './setup.js';

const pem = (name: string) => readFileSync(new URL(`./tls/localhost.${name}.pem`, import.meta.url), 'utf8');

describe('access', () => {
  const locked = { listen: { authenticate: requireToken('open-sesame') } };
  const keys = [
    { name: 'a bearer token', headers: { Authorization: 'Bearer open-sesame' }, status: 200 },
    {
      name: 'a bearer token with a lower-case scheme',
      headers: { authorization: 'bearer open-sesame' },
      status: 200,
    },
    { name: 'an API key', headers: { 'X-API-Key': 'open-sesame' }, status: 200 },
    { name: 'no token', headers: {}, status: 401 },
    { name: 'a wrong token', headers: { Authorization: 'Bearer open-sesam' }, status: 401 },
    {
      name: 'a token with more text after it',
      headers: { Authorization: 'Bearer open-sesame x' },
      status: 401,
    },
    { name: 'an empty token', headers: { Authorization: 'Bearer ' }, status: 401 },
    { name: 'another scheme', headers: { Authorization: 'Basic open-sesame' }, status: 401 },
    {
      name: 'two tokens',
      headers: { Authorization: 'Bearer open-sesame\r\nAuthorization: Bearer x' },
      status: 400,
    },
    {
      name: 'a valid key next to a wrong token',
      headers: { Authorization: 'Bearer x', 'X-API-Key': 'open-sesame' },
      status: 401,
    },
  ];
  for (const { name, headers, status } of keys) {
    test(`${name}: ${status}`, async () => {
      const { post, upstream } = await setUp(answerJson, locked);
      const answer = await post(call(1), { headers });
      expect(answer.status).toBe(status);
      expect(upstream.received).toHaveLength(status === 200 ? 1 : 0);
    });
  }

  test('if authentication fails, access is denied', async () => {
    const { post, upstream } = await setUp(answerJson, {
      listen: { authenticate: () => Promise.reject(new Error('down')) },
    });
    expect((await post(call(1))).status).toBe(503);
    expect(upstream.received).toEqual([]);
  });

  test('an empty token is an error', () => {
    expect(() => requireToken('')).toThrow(/empty/);
  });

  for (const host of ['0.0.0.0', '::', '192.0.2.1']) {
    test(`on \`${host}\` a token is required`, async () => {
      const started = startHttpProxy({ url: 'http://127.0.0.1:1/', listen: { host } });
      await expect(started).rejects.toMatchObject({ code: 'TOKEN_REQUIRED' });
    });
  }

  test('with a token, unknown host names are accepted when listening on all addresses', async () => {
    const { post } = await setUp(answerJson, { listen: { host: '0.0.0.0', ...locked.listen } });
    const headers = { Authorization: 'Bearer open-sesame' };
    expect((await post(call(1), { headers, host: 'gateway.example' })).status).toBe(200);
    expect((await post(call(1), { headers: { ...headers, Origin: 'https://evil.example' } })).status).toBe(
      403,
    );
  });

  test('further names and origins can be allowed', async () => {
    const { post } = await setUp(answerJson, {
      listen: { allowedHosts: ['Proxy.Test'], allowedOrigins: ['https://app.example'] },
    });
    expect((await post(call(1), { host: 'proxy.test:1' })).status).toBe(200);
    expect((await post(call(1), { headers: { Origin: 'https://app.example' } })).status).toBe(200);
    expect((await post(call(1), { host: 'other.test' })).status).toBe(403);
  });
});

test('50 a client that keeps its side of a closed connection open is disconnected', async () => {
  const { proxy } = await setUp();
  const stubborn = connect({ port: proxy.port, host: '127.0.0.1', allowHalfOpen: true });
  const gone = new Promise((resolve) => stubborn.on('error', () => {}).once('close', resolve));
  stubborn.resume().write('CONNECT localhost:22 HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(stubborn, 'end');
  // Writing fails when the other side no longer reads.
  const timer = setInterval(() => stubborn.write('x'), 50);
  await gone;
  clearInterval(timer);
});

test('a port in use is reported', async () => {
  const { proxy } = await setUp();
  const started = startHttpProxy({ url: 'http://127.0.0.1:1/', listen: { port: proxy.port } });
  await expect(started).rejects.toThrow(`port ${proxy.port} is in use`);
});

test('with a certificate the endpoint uses HTTPS', async () => {
  const { proxy } = await setUp(answerJson, { listen: { tls: { cert: pem('cert'), key: pem('key') } } });
  expect(proxy.origin).toBe(`https://127.0.0.1:${proxy.port}`);
  const socket = connectSecurely({
    port: proxy.port,
    host: '127.0.0.1',
    servername: 'localhost',
    ca: pem('cert'),
  });
  socket.write(postBytes(call(1), { headers: { Connection: 'close' } }));
  const text = Buffer.concat(await socket.toArray()).toString();
  expect(text).toMatch(/^HTTP\/1.1 200 /);
  expect(text).toContain('"result"');
});

describe('shutdown', () => {
  test('running requests are finished, and new ones are rejected', async () => {
    let waiting: ServerResponse | undefined;
    const { client, proxy } = await setUp((_, response) => {
      waiting = response;
    });
    const connection = client().send(postBytes(call(1)));
    await eventually(() => waiting !== undefined);
    const closed = proxy.close(10_000);
    const late = client().send(postBytes(call(2)));
    await late.until(() => false);
    expect(late.text).toBe('');
    waiting
      ?.writeHead(200, { 'content-type': 'application/json' })
      .end('{"jsonrpc":"2.0","id":1,"result":{}}');
    expect((await connection.answer()).body).toContain('result');
    await closed;
  });

  test('endless streams are closed on both sides', async () => {
    const { client, proxy, upstream } = await setUp((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n');
    });
    const connection = client().send(postBytes(call(1)));
    await connection.until((text) => text.includes('hello'));
    await proxy.close(10);
    await connection.until(() => false);
    await eventually(() => upstream.aborted === 1);
  });
});
