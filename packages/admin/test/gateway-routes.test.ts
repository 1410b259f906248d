// Rules, keys, resources and checks of credentials over the admin API, and its OpenAPI document.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { GatewayApi } from './gateway-api.js';

let api: GatewayApi;
let id: string;
beforeEach(async () => {
  api = await GatewayApi.start();
  id = (await api.send('POST', '/api/mcp', { name: 'files', url: 'https://mcp.example.com/files' })).json.id;
  api.changes.length = 0;
});
afterEach(() => api.close());

const changes = () => api.changes.map(({ action, record }) => `${action} ${record}`);

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

test('rules are replaced as a whole, and wrong ones are named', async () => {
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
  expect(changes()).toEqual(['change rules']);
});

test('the cache of one tool or of all is purged', async () => {
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

test('the upstream server is resolved and asked for its tools', async () => {
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

test('credentials are checked with status 200, whatever the outcome', async () => {
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

test('what a file declares cannot be changed over the API', async () => {
  await api.state.proxies.create({ name: 'declared', url: 'https://mcp.example.com/' }, 'declared');
  await api.state.keys.create({ name: 'team' }, 'hash', 'team');
  await api.state.resources.create({ uri: 'file:///a', name: 'a', content: '' }, 'prompt');
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

test('tags may name a proxy, and a tag for no proxy is refused', async () => {
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
  expect((await api.send('GET', '/api/logs/chart')).status).toBe(200);
  expect(changes()).toEqual(['decide approval', 'revoke approval', 'change kill_switch']);
});

test('bans are listed and lifted', async () => {
  expect((await api.send('GET', '/api/bans')).json).toMatchObject({ items: api.bans, total: 1 });
  expect((await api.send('DELETE', '/api/bans/b1')).status).toBe(204);
  expect((await api.send('DELETE', '/api/bans/b1')).status).toBe(404);
  expect((await api.send('GET', '/api/bans')).json).toMatchObject({ items: [], total: 0 });
  expect(changes()).toEqual(['delete ban']);
});
