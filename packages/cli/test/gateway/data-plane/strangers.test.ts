// Tests callers without access: for every request, the response equals that for an unknown proxy. Approvals and open
// streams belong to one key.

import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GatewayNode, GatewayNodes, RecordingUpstream, toolCall } from './gateway-nodes.js';

const policy = `version = 1
default = "allow"
[egress]
enabled = false
[approval]
wait = "50ms"
[[rule]]
name = "ask"
action = "prompt"
tool = "b"
`;
const nodes = new GatewayNodes({ policy });
const upstream = new RecordingUpstream();
let node: GatewayNode;
let [id, ada, bob, eve] = ['', '', '', ''];

beforeAll(async () => {
  node = await nodes.start();
  id = (await node.admin('POST', '/api/mcp', { name: 'files', url: await upstream.start() })).json.id;
  const other = (await node.admin('POST', '/api/mcp', { name: 'mail', url: upstream.url })).json.id;
  ada = await node.key(`mcp:${id}:tool:*`);
  bob = await node.key(`mcp:${id}:tool:*`);
  eve = await node.key(`mcp:${other}:tool:*`);
}, 60_000);
afterAll(async () => {
  await nodes.stop();
  upstream.stop();
});

describe('without permission, the response is the same as for an unknown proxy:', () => {
  const call = JSON.stringify(toolCall('a'));
  const post = (body: string, headers = {}) => ({ method: 'POST', body, headers });
  const requests: Readonly<Record<string, Parameters<GatewayNode['send']>[1]>> = {
    ...Object.fromEntries(
      ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => [method, { method }]),
    ),
    'no JSON': post('{'),
    'an empty body': post(''),
    'an empty batch': post('[]'),
    null: post('null'),
    'a wrong media type': post(call, { 'content-type': 'text/plain' }),
    'an encoded body': post(call, { 'content-encoding': 'gzip' }),
    'an invented session': post(call, { 'mcp-session-id': 'x~y' }),
    'an invented event': post(call, { 'last-event-id': 'x~y' }),
    'an unknown revision': post(call, { 'mcp-protocol-version': 'x' }),
    'headers that contradict the message': post(call, { 'mcp-method': 'tools/list' }),
    'a web page': post(call, { origin: 'https://evil.example' }),
    'a second key': post(call, { 'x-api-key': 'claw_x' }),
  };
  const tokens: Readonly<Record<string, () => string | undefined>> = {
    'the key of another proxy': () => eve,
    'an invented key': () => 'claw_invented',
    'no key': () => undefined,
  };
  for (const [who, tokenOf] of Object.entries(tokens))
    test(`${Object.keys(requests).length} requests with ${who}`, async () => {
      const before = upstream.received.length;
      for (const [name, options] of Object.entries(requests)) {
        const token = tokenOf();
        const send = async (proxy: string) => {
          const sent = { ...options, ...(token !== undefined && { token }) };
          const { status, text, headers } = await node.send(`/mcp/${proxy}`, sent);
          return [status, text, ...[...headers].filter(([header]) => header !== 'date')];
        };
        const unknown = await send('nothing');
        for (const proxy of ['files', 'FILES', id]) expect(await send(proxy), name).toEqual(unknown);
      }
      expect(upstream.received).toHaveLength(before);
    });
});

describe('an approval', () => {
  const outcome = async (key: string, args: object) => {
    const { json } = await node.call('files', key, toolCall('b', args));
    return json.error?.code ?? json.result.content[0].text;
  };
  for (const scope of ['once', 'session', 'always'])
    test(`with the scope \`${scope}\` is not valid for another key`, async () => {
      const asked = await node.call('files', ada, toolCall('b', { scope }));
      const path = `/api/approvals/${asked.json.error.data.approval_id}`;
      expect((await node.send(path, { method: 'POST', token: bob, body: '{}' })).status).toBe(401);
      const before = upstream.calls.length;
      expect((await node.admin('POST', path, { decision: 'approve', scope })).status).toBe(200);
      expect(await outcome(bob, { scope })).toBe(-32002);
      expect(upstream.calls).toHaveLength(before);
      expect(await outcome(ada, { scope })).toBe('result of b');
      expect(await outcome(ada, { scope, more: 1 })).toBe(-32002);
      expect(await outcome(ada, { scope })).toBe(scope === 'once' ? -32002 : 'result of b');
    });
});

test('an open stream ends when its key is deleted', async () => {
  const { key, ...created } = (
    await node.admin('POST', '/api/keys', { name: 'short', tags: [`mcp:${id}:tool:*`] })
  ).json;
  const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream', 'mcp-param-hold': '1' };
  const isClosed = new Promise<boolean>((resolve, reject) => {
    const sent = request(`${node.origin}/mcp/files`, { headers }, (response) => {
      response.on('error', () => {}).on('close', () => resolve(true));
      response.once('data', () => node.admin('DELETE', `/api/keys/${created.id}`).catch(reject));
    });
    sent.on('error', reject).end();
  });
  expect(await isClosed).toBe(true);
});

test('a result that was cached under other rules is not used', async () => {
  const cache = { rule_type: 'static_cache', tools: ['a'], cache_ttl: 600 };
  const text = async () => (await node.call('files', ada, toolCall('a'))).json.result?.content[0].text;
  const put = (...rules: object[]) => node.admin('PUT', `/api/mcp/files/rules`, { rules });
  await put(cache);
  expect([await text(), await text()]).toEqual(['result of a', 'result of a']);
  await put(cache, { rule_type: 'response_replace', tools: ['*'], pattern: 'of a', replacement: '***' });
  expect(await text()).toBe('result ***');
  await put(cache, { rule_type: 'ip_acl', tools: ['a'], action: 'deny', cidrs: ['127.0.0.1', '::1'] });
  expect(await text()).toBeUndefined();
});
