// Tests proxies in the admin API: access, responses, and values that must never be in a response.

import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFirstAdminToken } from '../src/index.js';
import { GatewayApi, TOKEN } from './gateway-api.js';

let api: GatewayApi;
beforeEach(async () => {
  api = await GatewayApi.start();
});
afterEach(() => api.close());

const files = { name: 'files', url: 'https://mcp.example.com/files' };
const create = async (more: object = {}) =>
  (await api.send('POST', '/api/mcp', { ...files, ...more })).json.id;

describe('authentication', () => {
  const refused: [string, Record<string, string>][] = [
    ['no token', { authorization: '' }],
    ['another token', { authorization: `Bearer ${TOKEN}x` }],
    ['another scheme', { authorization: `Basic ${TOKEN}` }],
    ['two tokens', { authorization: `Bearer ${TOKEN} ${TOKEN}` }],
    ['a token in a cookie', { authorization: '', cookie: `token=${TOKEN}` }],
  ];
  for (const [name, headers] of refused)
    for (const path of ['/api/mcp', '/api/openapi.json', '/api/nothing', '/mcp/files', '/'])
      test(`${name} is rejected at ${path}`, async () => {
        const reply = await api.sendRaw('GET', path, undefined, headers);
        expect(reply.status).toBe(401);
        expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer/);
        expect(reply.headers.get('content-type')).toBe('application/problem+json');
      });

  test('a token in the URL is rejected', async () => {
    const reply = await api.sendRaw('GET', `/api/mcp?token=${TOKEN}`, undefined, { authorization: '' });
    expect(reply.status).toBe(401);
  });

  test('a key for the data plane is rejected', async () => {
    const { key } = (await api.send('POST', '/api/keys', { name: 'k' })).json;
    const reply = await api.sendRaw('GET', '/api/mcp', undefined, { authorization: `Bearer ${key}` });
    expect(reply.status).toBe(401);
  });

  test('the first token is created once and is valid', async () => {
    const open = await GatewayApi.start({ adminToken: undefined });
    const token = await createFirstAdminToken(open.state);
    expect(await createFirstAdminToken(open.state)).toBeUndefined();
    const headers = { authorization: `Bearer ${token}` };
    expect((await open.sendRaw('GET', '/api/mcp', undefined, headers)).status).toBe(200);
    await open.sendRaw('POST', '/api/mcp', JSON.stringify(files), headers);
    expect(open.changes).toMatchObject([{ action: 'create', record: 'proxy', by: 'first' }]);
    await open.close();
  });

  test('the first token is not valid if there is a token in the environment, which replaces it', async () => {
    const token = await createFirstAdminToken(api.state);
    const reply = await api.sendRaw('GET', '/api/mcp', undefined, { authorization: `Bearer ${token}` });
    expect(reply.status).toBe(401);
    expect((await api.send('GET', '/api/mcp')).status).toBe(200);
  });

  test('an empty token in the environment is ignored', async () => {
    const open = await GatewayApi.start({ adminToken: '' });
    const reply = await open.sendRaw('GET', '/api/mcp', undefined, { authorization: 'Bearer ' });
    expect(reply.status).toBe(401);
    await open.close();
  });

  test('web pages from other origins cannot read a response', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    for (const method of ['GET', 'OPTIONS']) {
      const reply = await api.sendRaw(method, '/api/mcp', undefined, headers);
      expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('proxies', () => {
  test('are created, retrieved, listed, changed and deleted', async () => {
    const created = await api.send('POST', '/api/mcp', files);
    expect(created).toMatchObject({ status: 201, json: { ...files, authType: 'none', tools: [] } });
    const { id } = created.json;
    expect(created.headers.get('location')).toBe(`/api/mcp/${id}`);
    expect(created.json.proxyHost).toBe(`${api.host}/mcp/files`);
    const found = await api.send('GET', `/api/mcp/${id}`);
    expect(found.json).toMatchObject({ id, dnsPin: { address: '192.0.2.1' } });
    expect((await api.send('GET', '/api/mcp/FILES')).json.id).toBe(id);
    expect((await api.send('GET', '/api/mcp')).json).toMatchObject({ items: [{ id }], total: 1, page: 1 });
    const changed = await api.send('PATCH', `/api/mcp/${id}`, { url: 'https://mcp.example.com/v2' });
    expect(changed).toMatchObject({ status: 200, json: { id, url: 'https://mcp.example.com/v2' } });
    expect((await api.send('DELETE', `/api/mcp/${id}`)).status).toBe(204);
    expect((await api.send('DELETE', `/api/mcp/${id}`)).status).toBe(404);
    expect(api.changes.map(({ action, record }) => `${action} ${record}`)).toEqual([
      'create proxy',
      'change proxy',
      'delete proxy',
    ]);
    expect(api.changes[1]).toMatchObject({ fields: ['url'], name: 'files', by: 'environment' });
  });

  test('secrets appear in no response and no log entry', async () => {
    const upstreamJwt = {
      tokenUrl: 'https://idp.example.com/token',
      clientId: 'c',
      clientSecret: 'hidden-secret-1',
    };
    const secret = { authType: 'bearer', authToken: 'hidden-secret-2' };
    const auth = { injectIdentity: true, upstreamJwt };
    const created = await api.send('POST', '/api/mcp', { ...files, ...secret, auth });
    const { id } = created.json;
    const replies = [
      created,
      await api.send('GET', '/api/mcp'),
      await api.send('GET', `/api/mcp/${id}`),
      await api.send('PATCH', `/api/mcp/${id}`, { authToken: 'hidden-secret-3' }),
      await api.send('POST', '/api/mcp', { ...files, ...secret, authTyp: 'hidden-secret-4' }),
    ];
    for (const { text } of replies) expect(text).not.toMatch(/hidden|authToken"|Secret"|_enc|Enc"/);
    expect(JSON.stringify(api.changes)).not.toContain('hidden');
    expect(await api.state.proxies.authToken(id)).toBe('hidden-secret-3');
  });

  test('more proxies than the quota are rejected with 403', async () => {
    for (const name of ['a', 'b', 'c']) await create({ name });
    expect((await api.send('POST', '/api/mcp', { ...files, name: 'd' })).status).toBe(403);
  });

  test('a name that is in use is rejected with 409', async () => {
    await create();
    const reply = await api.send('POST', '/api/mcp', files);
    expect(reply).toMatchObject({ status: 409, json: { field: 'name' } });
  });

  test('are listed page by page', async () => {
    for (const name of ['a', 'b', 'c']) await create({ name });
    const first = (await api.send('GET', '/api/mcp?limit=2')).json;
    const second = (await api.send('GET', '/api/mcp?limit=2&page=2')).json;
    expect([first.items.length, second.items.length, first.total]).toEqual([2, 1, 3]);
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(3);
    for (const query of ['limit=0', 'limit=501', 'page=x', 'page=-1', 'limit=1e2'])
      expect((await api.send('GET', `/api/mcp?${query}`)).json).toMatchObject({
        status: 400,
        field: query.split('=')[0],
      });
  });

  const wrong: [string, object, string][] = [
    ['a private URL', { url: 'http://10.0.0.1/' }, 'url'],
    ['an invalid URL', { url: 'x' }, 'url'],
    ['an unknown field', { authTyp: 'bearer' }, 'authTyp'],
    ['an unknown mode', { auth: { modes: ['x'] } }, 'auth.modes[0]'],
    ['a missing token', { authType: 'bearer' }, 'authToken'],
    ['a missing JWKS', { auth: { modes: ['jwt'] } }, 'auth.jwksJson'],
  ];
  for (const [name, change, field] of wrong)
    test(`${name} is rejected with 400, and the response names the field`, async () => {
      const reply = await api.send('POST', '/api/mcp', { ...files, ...change });
      expect(reply.headers.get('content-type')).toBe('application/problem+json');
      expect(reply.json).toMatchObject({ status: 400, field, errors: [{ field }] });
      expect(await api.state.proxies.list()).toEqual([]);
      // An error that occurs only during the change is logged as a failed change.
      expect(api.changes.filter(({ failed }) => failed !== true)).toHaveLength(api.changes.length / 2);
    });

  test('a member called __proto__ is rejected', async () => {
    const reply = await api.sendRaw('POST', '/api/mcp', '{"__proto__":{"authType":"none"},"name":"x"}');
    expect(reply.json).toMatchObject({ status: 400, field: '__proto__' });
  });
});

describe('requests', () => {
  test('with another media type, invalid JSON, no object, or a body that is too large are rejected', async () => {
    const send = (body: string, type = 'application/json') =>
      api.sendRaw('POST', '/api/mcp', body, { 'content-type': type });
    expect((await send(JSON.stringify(files), 'text/plain')).status).toBe(415);
    expect((await send('{')).status).toBe(400);
    expect((await send('[]')).status).toBe(400);
    expect((await send('null')).status).toBe(400);
    expect((await send(`{"name":"${'x'.repeat(1_100_000)}"}`)).status).toBe(413);
    expect(await api.state.proxies.list()).toEqual([]);
  });

  test('without a token are rejected before their body is read', async () => {
    const { hostname, port } = new URL(`http://${api.host}`);
    const status = await new Promise((resolve, reject) => {
      const sent = request(
        { hostname, port, method: 'POST', path: '/api/mcp', headers: { 'content-length': '1000000' } },
        (response) => {
          resolve(response.statusCode);
          sent.destroy();
        },
      );
      sent.on('error', reject);
      sent.flushHeaders();
    });
    expect(status).toBe(401);
  });

  test('with another method get 405 and the allowed methods', async () => {
    const reply = await api.send('PUT', '/api/mcp', files);
    expect(reply.status).toBe(405);
    expect(reply.headers.get('allow')).toBe('GET, POST');
  });

  test('for an unknown path get 404', async () => {
    for (const path of ['/api/nothing', '/api/mcp/', '/api//mcp', '/API/mcp', '/api/mcp/x/y'])
      expect((await api.send('GET', path)).status).toBe(404);
  });

  test('get 503 when the store is unavailable, and 500 without details for other errors', async () => {
    const failing = await GatewayApi.start({
      dnsPin() {
        throw new Error('a secret detail');
      },
    });
    await failing.send('POST', '/api/mcp', files);
    const reply = await failing.send('GET', '/api/mcp/files');
    expect(reply.status).toBe(500);
    expect(reply.text).not.toContain('secret detail');
    expect(failing.errors.map(({ message }) => message)).toEqual(['a secret detail']);
    await failing.close();
    const unavailable = await GatewayApi.start({
      dnsPin() {
        throw Object.assign(new Error('the store cannot be used: ETIMEDOUT'), { code: 'STORE_UNAVAILABLE' });
      },
    });
    await unavailable.send('POST', '/api/mcp', files);
    expect((await unavailable.send('GET', '/api/mcp/files')).status).toBe(503);
    await unavailable.close();
  });
});

test('probes and metrics need no token, and only an admin sees the metrics of each proxy', async () => {
  const noToken = { authorization: '' };
  expect((await api.sendRaw('GET', '/healthz', undefined, noToken)).json).toEqual({ status: 'ok' });
  expect((await api.sendRaw('GET', '/readyz', undefined, noToken)).status).toBe(200);
  const metrics = await api.sendRaw('GET', '/metrics', undefined, noToken);
  expect(metrics.text).toBe('calls 1\n');
  expect(metrics.headers.get('content-type')).toMatch(/^text\/plain/);
  expect((await api.sendRaw('GET', '/metrics')).text).toBe('calls{proxy="files"} 1\n');
  const wrong = { authorization: 'Bearer claw_a-key-of-the-data-plane' };
  expect((await api.sendRaw('GET', '/metrics', undefined, wrong)).status).toBe(401);
  const draining = await GatewayApi.start({ notReady: () => 'draining' });
  expect((await draining.sendRaw('GET', '/readyz', undefined, noToken)).json).toEqual({
    status: 'not_ready',
    reason: 'draining',
  });
  await draining.close();
});
