// Tests rules, keys, resources and checks of credentials in the admin API, and its OpenAPI document.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GatewayApi } from './gateway-api.js';

let api: GatewayApi;
let id: string;
beforeEach(async () => {
  api = await GatewayApi.start();
  id = (await api.send('POST', '/api/mcp', { name: 'files', url: 'https://mcp.example.com/files' })).json.id;
  api.changes.length = 0;
});
afterEach(() => api.close());

const changes = () =>
  api.changes.map(({ action, record, failed }) => `${action} ${record}${failed === true ? ' failed' : ''}`);

test('keys are shown once, and deleted', async () => {
  const created = await api.send('POST', '/api/keys', { name: 'agent', tags: [`mcp:${id}:tool:*`] });
  expect(created).toMatchObject({
    status: 201,
    json: { name: 'agent', key: expect.stringMatching(/^claw_/) },
  });
  const listed = await api.send('GET', '/api/keys');
  expect(listed.json).toMatchObject({ items: [{ id: created.json.id, name: 'agent' }], total: 1 });
  expect(listed.text).not.toMatch(/claw_|hash/);
  expect((await api.send('POST', '/api/keys', { name: 'x', tags: ['admin'] })).json.field).toBe('tags[0]');
  expect((await api.send('DELETE', `/api/keys/${created.json.id}`)).status).toBe(204);
  expect((await api.send('DELETE', `/api/keys/${created.json.id}`)).status).toBe(404);
  expect(changes()).toEqual(['create key', 'delete key']);
  expect(JSON.stringify(api.changes)).not.toContain('claw_');
});

test('resources are created, changed and deleted', async () => {
  const prompt = { uri: 'file:///prompts/system.md', name: 'System prompt', content: 'Be helpful.' };
  const created = await api.send('POST', '/api/resources', { ...prompt, attachedMcpIds: ['files'] });
  expect(created).toMatchObject({ status: 201, json: { ...prompt, attachedMcpIds: [id] } });
  const path = created.headers.get('location') as string;
  expect((await api.send('GET', path)).json).toMatchObject(prompt);
  const unknown = await api.send('PATCH', path, { attachedMcpIds: [id, 'nothing'] });
  expect(unknown.json).toMatchObject({ status: 400, field: 'attachedMcpIds[1]' });
  expect((await api.send('PATCH', path, { content: 'New.' })).json).toMatchObject({
    ...prompt,
    content: 'New.',
  });
  expect((await api.send('GET', '/api/resources')).json.total).toBe(1);
  await api.send('DELETE', `/api/mcp/${id}`);
  expect((await api.send('GET', path)).json.attachedMcpIds).toEqual([]);
  expect((await api.send('DELETE', path)).status).toBe(204);
  for (const method of ['GET', 'DELETE']) expect((await api.send(method, path)).status).toBe(404);
  expect(changes()).toEqual(['create resource', 'change resource', 'delete proxy', 'delete resource']);
});

test('rules are replaced as a whole, and the response names invalid rules', async () => {
  const path = `/api/mcp/${id}/rules`;
  const rules = [{ rule_type: 'static_cache', tools: ['list_dir'], cache_ttl: 600 }];
  expect((await api.send('PUT', path, { rules })).json).toEqual({ rules });
  expect((await api.send('GET', '/api/mcp/files/rules')).json).toEqual({ rules });
  expect((await api.send('PUT', path, { rules: ['bad'] })).json.field).toBe('rules[0].cidrs[0]');
  expect((await api.send('PUT', path, { rule: [] })).json.errors).toContainEqual({
    field: 'rule',
    message: 'is not a known field; did you mean `rules`? (rules)',
  });
  expect((await api.send('GET', path)).json).toEqual({ rules });
  expect((await api.send('PUT', '/api/mcp/nothing/rules', { rules: [] })).status).toBe(404);
  expect(changes()).toEqual(['change rules', 'change rules', 'change rules failed']);
});

test('the cache of one tool or of all tools is purged', async () => {
  const purged: unknown[] = [];
  const other = await GatewayApi.start({ purgeCache: async (...given) => void purged.push(given) });
  const created = await other.send('POST', '/api/mcp', { name: 'a', url: 'https://mcp.example.com/' });
  expect((await other.send('DELETE', '/api/mcp/a/cache?tool=list_dir')).status).toBe(204);
  expect((await other.send('DELETE', '/api/mcp/a/cache')).status).toBe(204);
  expect(purged).toEqual([
    [created.json.id, 'list_dir'],
    [created.json.id, undefined],
  ]);
  await other.close();
});

test('the host of the upstream server is resolved and its tools are discovered', async () => {
  expect((await api.send('POST', `/api/mcp/${id}/re-resolve`)).json).toMatchObject({ address: '192.0.2.2' });
  const tools = [{ name: 'read_file', description: 'reads' }];
  expect((await api.send('POST', `/api/mcp/${id}/tools`)).json).toEqual({ tools });
  expect((await api.send('GET', `/api/mcp/${id}`)).json.tools).toEqual(tools);
  const unreachable = { ok: false as const, problem: 'connection refused' };
  const failing = await GatewayApi.start({
    resolveNow: async () => unreachable,
    discoverTools: async () => unreachable,
  });
  await failing.send('POST', '/api/mcp', { name: 'a', url: 'https://mcp.example.com/' });
  for (const route of ['tools', 're-resolve']) {
    const reply = await failing.send('POST', `/api/mcp/a/${route}`);
    expect(reply.json).toMatchObject({ status: 502, detail: 'connection refused' });
  }
  await failing.close();
});

test('a credential check returns status 200 for every outcome', async () => {
  const jwks = (jwksJson: string) => api.send('POST', '/api/mcp/jwks/test', { jwksJson });
  expect(await jwks('{"keys":[]}')).toMatchObject({ status: 200, json: { ok: true } });
  expect(await jwks('x')).toMatchObject({ status: 200, json: { ok: false, problem: 'no keys' } });
  expect((await api.send('POST', '/api/mcp/jwks/test', {})).json).toMatchObject({
    status: 400,
    field: 'jwksJson',
  });
  const input = { tokenUrl: 'https://idp.example.com/token', clientId: 'c', clientSecret: 'hidden' };
  const fetched = await api.send('POST', '/api/mcp/upstream-jwt/test', input);
  expect(fetched).toMatchObject({ status: 200, json: { ok: true, tokenType: 'Bearer', expiresIn: 300 } });
  expect(api.changes).toEqual([]);
});

for (const tokenUrl of [
  'https://user@idp.example.com/',
  'https://idp.example.com/#a',
  'ftp://idp.example.com/',
])
  test(`a check of credentials rejects the token URL ${tokenUrl}, as saving does`, async () => {
    const upstreamJwt = { tokenUrl, clientId: 'c', clientSecret: 'hidden' };
    const tested = await api.send('POST', '/api/mcp/upstream-jwt/test', upstreamJwt);
    expect(tested).toMatchObject({ status: 400, json: { field: 'tokenUrl' } });
    const auth = { injectIdentity: true, upstreamJwt };
    const url = 'https://mcp.example.com/files';
    const saved = await api.send('POST', '/api/mcp', { name: 'files', url, auth });
    expect(saved).toMatchObject({ status: 400, json: { field: 'auth.upstreamJwt.tokenUrl' } });
  });

test('the OpenAPI document describes every route', async () => {
  const { json } = await api.send('GET', '/api/openapi.json');
  expect(json.openapi).toBe('3.1.0');
  expect(Object.keys(json.paths)).toEqual(
    expect.arrayContaining(['/api/mcp/{id}/rules', '/api/keys', '/api/resources/{id}', '/healthz']),
  );
  const body = json.paths['/api/mcp'].post.requestBody.content['application/json'].schema;
  expect(body).toMatchObject({ required: ['name', 'url'], additionalProperties: false });
  expect(json.paths['/api/mcp'].post.responses).toMatchObject({
    201: {},
    400: {},
    401: {},
    403: {},
    409: {},
  });
});

test('declared records cannot be changed with the API', async () => {
  await api.state.proxies.create(
    { name: 'declared', url: 'https://mcp.example.com/' },
    { id: 'declared', source: 'file' },
  );
  await api.state.keys.create({ name: 'team' }, 'hash', { id: 'team', source: 'file' });
  await api.state.resources.create(
    { uri: 'file:///a', name: 'a', content: '' },
    { id: 'prompt', source: 'file' },
  );
  const attempts: [string, string, object?][] = [
    ['PATCH', '/api/mcp/declared', { url: 'https://evil.example/' }],
    ['DELETE', '/api/mcp/declared'],
    ['PUT', '/api/mcp/declared/rules', { rules: [] }],
    ['DELETE', '/api/keys/team'],
    ['PATCH', '/api/resources/prompt', { content: 'x' }],
    ['DELETE', '/api/resources/prompt'],
  ];
  for (const [method, path, body] of attempts)
    expect((await api.send(method, path, body)).json, path).toMatchObject({
      status: 409,
      detail: expect.stringContaining('gateway.toml'),
    });
  expect((await api.send('GET', '/api/mcp/declared')).json.source).toBe('file');
  expect(api.changes).toEqual([]);
});

test('tags may name a proxy, and a tag for an unknown proxy is rejected', async () => {
  const tags = ['mcp:files:tool:read', `mcp:${id}:resource:*`];
  const created = await api.send('POST', '/api/keys', { name: 'a', tags });
  expect(created.json.tags).toEqual([`mcp:${id}:tool:read`, `mcp:${id}:resource:*`]);
  const wrong = await api.send('POST', '/api/keys', { name: 'b', tags: ['mcp:nothing:tool:*'] });
  expect(wrong.json).toMatchObject({ status: 400, field: 'tags[0]' });
});

test('approvals, the kill switch and the audit log are served, and changes are recorded', async () => {
  expect((await api.send('GET', '/api/approvals')).json).toEqual({ items: [{ id: 'a1', state: 'pending' }] });
  expect((await api.send('POST', '/api/approvals/a1', { decision: 'approve', for: '1h' })).status).toBe(200);
  expect((await api.send('POST', '/api/approvals/a1', { decision: 'yes' })).json.field).toBe('decision');
  expect((await api.send('POST', '/api/approvals/a2', { decision: 'deny' })).status).toBe(404);
  expect((await api.send('DELETE', '/api/approvals/a1')).status).toBe(204);
  expect((await api.send('POST', '/api/kill', { enabled: true })).status).toBe(200);
  expect((await api.send('POST', '/api/kill', { enabled: 'yes' })).json.field).toBe('enabled');
  expect((await api.send('GET', '/api/logs')).json).toMatchObject({ items: [], page: 1 });
  expect((await api.send('GET', '/api/logs?limit=0')).json.field).toBe('limit');
  expect((await api.send('GET', '/api/logs?event_type=denied')).json).toMatchObject({
    status: 400,
    field: 'event_type',
    detail: expect.stringContaining('must be one of: allow, log, prompt, deny, session_start'),
  });
  expect((await api.send('GET', '/api/logs/chart')).status).toBe(200);
  expect(changes()).toEqual([
    'decide approval',
    'decide approval',
    'decide approval failed',
    'revoke approval',
    'change kill_switch',
  ]);
});

describe('without an audit log entry, nothing is changed by', () => {
  const url = 'https://mcp.example.com/';
  const attempts: [string, string, object?][] = [
    ['POST', '/api/mcp', { name: 'other', url }],
    ['PATCH', '/api/mcp/files', { url: 'https://evil.example/' }],
    ['DELETE', '/api/mcp/files'],
    ['PUT', '/api/mcp/files/rules', { rules: [{ rule_type: 'ip_acl', tools: ['*'] }] }],
    ['DELETE', '/api/mcp/files/cache'],
    ['POST', '/api/mcp/files/tools'],
    ['POST', '/api/mcp/files/re-resolve'],
    ['POST', '/api/keys', { name: 'other' }],
    ['DELETE', '/api/keys/KEY'],
    ['POST', '/api/resources', { uri: 'file:///a', name: 'a', content: '' }],
    ['PATCH', '/api/resources/RESOURCE', { content: 'changed' }],
    ['DELETE', '/api/resources/RESOURCE'],
    ['POST', '/api/approvals/a1', { decision: 'approve' }],
    ['DELETE', '/api/approvals/a1'],
    ['POST', '/api/kill', { enabled: false }],
  ];
  let [isBroken, done] = [false, 0];
  let broken: GatewayApi;
  let ids: Record<string, string>;
  beforeEach(async () => {
    isBroken = false;
    done = 0;
    const act = <Result>(result: Result) => {
      done += 1;
      return result;
    };
    broken = await GatewayApi.start({
      recordChange() {
        if (isBroken) throw new Error('no space left on the device');
      },
      purgeCache: async () => act(undefined),
      resolveNow: async () => act({ ok: false, problem: 'resolved' }),
      killSwitch: { status: () => ({ enabled: true }), set: () => act(undefined) },
      approvals: {
        list: () => [],
        answer: () => act({ kind: 'unknown' as const }),
        revoke: () => act(false),
        watch: () => () => {},
      },
    });
    await broken.send('POST', '/api/mcp', { name: 'files', url });
    const key = await broken.send('POST', '/api/keys', { name: 'k' });
    const resource = await broken.send('POST', '/api/resources', {
      uri: 'file:///p',
      name: 'p',
      content: '',
    });
    ids = { KEY: key.json.id, RESOURCE: resource.json.id };
    isBroken = true;
  });
  afterEach(() => broken.close());
  const everything = async () =>
    Promise.all([
      broken.state.proxies.list(),
      broken.state.keys.list(),
      broken.state.resources.list(),
      broken.state.rules.get((await broken.state.proxies.find('files'))?.id ?? ''),
    ]);

  for (const [method, path, body] of attempts)
    test(`${method} ${path}`, async () => {
      const before = await everything();
      const reply = await broken.send(
        method,
        path.replace(/[A-Z]{3,}/, (name) => ids[name] ?? name),
        body,
      );
      expect(reply.json).toMatchObject({
        status: 503,
        detail: expect.stringContaining('Nothing was changed'),
      });
      expect(await everything()).toEqual(before);
      expect(done).toBe(0);
    });

  test('except for the kill switch, which is still turned on', async () => {
    const reply = await broken.send('POST', '/api/kill', { enabled: true });
    expect(reply.json).toMatchObject({
      status: 503,
      detail: expect.stringContaining('The kill switch is on'),
    });
    expect(done).toBe(1);
  });
});

test('bans are listed and lifted', async () => {
  expect((await api.send('GET', '/api/bans')).json).toMatchObject({ items: api.bans, total: 1 });
  expect((await api.send('DELETE', '/api/bans/b1')).status).toBe(204);
  expect((await api.send('DELETE', '/api/bans/b1')).status).toBe(404);
  expect((await api.send('GET', '/api/bans')).json).toMatchObject({ items: [], total: 0 });
  expect(changes()).toEqual(['delete ban', 'delete ban', 'delete ban failed']);
});
