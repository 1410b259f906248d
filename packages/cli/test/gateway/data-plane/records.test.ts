// Tests that changes through the admin API apply to the data plane: purged results, attached resources, and changed
// upstream servers.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GatewayNode, GatewayNodes, RecordingUpstream, toolCall } from './gateway-nodes.js';

const nodes = new GatewayNodes();
const upstream = new RecordingUpstream();
const other = new RecordingUpstream();
let node: GatewayNode;
let [id, key] = ['', ''];

beforeAll(async () => {
  node = await nodes.start();
  await other.start();
  id = (await node.admin('POST', '/api/mcp', { name: 'files', url: await upstream.start() })).json.id;
  key = await node.key(`mcp:${id}:tool:*`, `mcp:${id}:resource:*`);
}, 60_000);
afterAll(async () => {
  await nodes.stop();
  upstream.stop();
  other.stop();
});

const request = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });

describe('cached results', () => {
  /** True if a call gets a cached result and does not reach an upstream server. */
  const isCached = async (tool: string) => {
    const before = upstream.calls.length + other.calls.length;
    expect((await node.call('files', key, toolCall(tool))).status).toBe(200);
    return upstream.calls.length + other.calls.length === before;
  };
  const fill = async () => {
    for (const tool of ['a', 'b']) {
      await isCached(tool);
      expect(await isCached(tool)).toBe(true);
    }
  };
  beforeAll(() =>
    node.admin('PUT', `/api/mcp/${id}/rules`, {
      rules: [{ rule_type: 'static_cache', tools: ['*'], cache_ttl: 600 }],
    }),
  );

  test('are purged for one tool, but not for other tools', async () => {
    await fill();
    expect((await node.admin('DELETE', `/api/mcp/${id}/cache?tool=a`)).status).toBe(204);
    expect([await isCached('b'), await isCached('a'), await isCached('a')]).toEqual([true, false, true]);
  });
  test('are purged for all tools', async () => {
    await fill();
    expect((await node.admin('DELETE', `/api/mcp/${id}/cache`)).status).toBe(204);
    expect([await isCached('a'), await isCached('b')]).toEqual([false, false]);
  });
  test('are not used after the upstream server was changed', async () => {
    await fill();
    await node.admin('PATCH', `/api/mcp/${id}`, { url: other.url });
    expect(await isCached('a')).toBe(false);
    await node.admin('PATCH', `/api/mcp/${id}`, { url: upstream.url });
  });
});

describe('an attached resource', () => {
  const uri = 'file:///prompts/system.md';
  const read = async (token = key) =>
    (await node.call('files', token, request('resources/read', { uri }))).json;
  const list = async (token = key) => {
    const { json } = await node.call('files', token, request('resources/list'));
    return json.result.resources.map((one: { uri: string }) => one.uri);
  };
  let path = '';
  const change = (body: object) => node.admin('PATCH', path, body);
  beforeAll(async () => {
    const resource = { uri, name: 'System prompt', mimeType: 'text/markdown', content: 'Be helpful.' };
    const created = await node.admin('POST', '/api/resources', { ...resource, attachedMcpIds: ['files'] });
    path = `/api/resources/${created.json.id}`;
  });

  test('is listed and read without the upstream server', async () => {
    const before = upstream.received.length;
    expect((await read()).result.contents).toEqual([{ uri, mimeType: 'text/markdown', text: 'Be helpful.' }]);
    expect(upstream.received).toHaveLength(before);
    expect(await list()).toEqual([uri, 'file:///a', 'file:///b']);
  });
  test('is not visible for a key without a tag for it', async () => {
    const limited = await node.key(`mcp:${id}:tool:*`, `mcp:${id}:resource:file:///a`);
    expect((await read(limited)).error.data.rule).toBe('scopes');
    expect(await list(limited)).toEqual(['file:///a']);
  });
  test('is served with its new content', async () => {
    await change({ content: 'Be brief.' });
    expect((await read()).result.contents[0].text).toBe('Be brief.');
  });
  test('is not served after it was detached or deleted', async () => {
    await change({ attachedMcpIds: [] });
    expect(await list()).toEqual(['file:///a', 'file:///b']);
    expect((await read()).result.contents).toBeUndefined();
    await change({ attachedMcpIds: [id] });
    expect(await list()).toContain(uri);
    await node.admin('DELETE', path);
    expect(await list()).not.toContain(uri);
  });
});
