// Tests two nodes on one Redis server: limits are exact, changes apply on both nodes, and a failure of the store or of
// a node loses no data.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasRedis, RedisServer } from '../../../../store/test/redis-server.js';
import { type GatewayNode, GatewayNodes, RecordingUpstream, toolCall } from './gateway-nodes.js';

const nodes = new GatewayNodes();
const upstream = new RecordingUpstream();
const isInstalled = hasRedis();
let redis: RedisServer;
let [one, two] = [] as unknown as [GatewayNode, GatewayNode];
let [id, key] = ['', ''];

beforeAll(async () => {
  if (!isInstalled) return;
  redis = await RedisServer.start();
  [one, two] = await Promise.all([nodes.start('--redis', redis.url), nodes.start('--redis', redis.url)]);
  const url = await upstream.start();
  id = (await one.admin('POST', '/api/mcp', { name: 'files', url })).json.id;
  key = await two.key(`mcp:${id}:tool:*`, `mcp:${id}:resource:*`);
}, 60_000);
afterAll(async () => {
  await nodes.stop();
  upstream.stop();
  await redis?.stop();
});

const statusOf = async (node: GatewayNode, token = key, args: object = {}) =>
  (await node.call('files', token, toolCall('a', args))).status;
const rules = (...list: object[]) => one.admin('PUT', `/api/mcp/${id}/rules`, { rules: list });

test.runIf(isInstalled)('records created on one node are active on the other within a second', async () => {
  await expect.poll(() => statusOf(one), { timeout: 1000 }).toBe(200);
  await expect.poll(() => statusOf(two), { timeout: 1000 }).toBe(200);
});

test.runIf(isInstalled)(
  'a limit is exact across both nodes, a ban applies on both, and ends when its rule is removed',
  async () => {
    const limit = { rule_type: 'rate_limit', name: 'few', tools: ['*'], match_key: 'consumer' };
    await rules({ ...limit, threshold: 100, timespan: 600, ban_after_n_exceeded: 5, ban_timespan: 600 });
    await expect.poll(async () => (await two.admin('GET', `/api/mcp/${id}/rules`)).json.rules.length).toBe(1);
    const before = upstream.calls.length;
    // The rule is active on the other node within a second.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const statuses = await Promise.all(
      Array.from({ length: 400 }, (_, index) => statusOf(index % 2 === 0 ? one : two)),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(upstream.calls.length - before).toBe(100);
    const banned = await two.call('files', key, toolCall('a'));
    expect(banned.status).toBe(429);
    expect(Number(banned.headers.get('retry-after'))).toBeGreaterThan(500);
    await rules();
    await expect.poll(() => statusOf(two), { timeout: 1000 }).toBe(200);
  },
);

test.runIf(isInstalled)('a session that started on one node continues on the other', async () => {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } };
  const initialized = await one.call('files', key, { jsonrpc: '2.0', id: 1, method: 'initialize', params });
  const session = initialized.headers.get('mcp-session-id') ?? '';
  expect((await two.call('files', key, toolCall('a'), { 'mcp-session-id': session })).status).toBe(200);
  const other = await one.key(`mcp:${id}:tool:*`);
  await expect.poll(() => statusOf(two, other), { timeout: 1000 }).toBe(200);
  expect((await two.call('files', other, toolCall('a'), { 'mcp-session-id': session })).status).toBe(404);
});

test.runIf(isInstalled)(
  'without Redis no call is forwarded unchecked, and service resumes automatically',
  async () => {
    await redis.pause();
    const refused = await one.call('files', key, toolCall('a', { lost: 1 }));
    await expect
      .poll(async () => (await one.call('files', key, toolCall('a', { lost: 1 }))).json.error?.code, {
        timeout: 10_000,
      })
      .toBe(-32003);
    expect([200, 502]).toContain(refused.status);
    expect((await one.admin('GET', '/readyz')).status).toBe(503);
    expect((await one.call('files', key, { jsonrpc: '2.0', id: 1, method: 'ping' })).status).toBe(200);
    const before = upstream.calls.length;
    expect((await one.call('files', key, toolCall('a', { lost: 2 }))).status).toBe(502);
    expect(upstream.calls.length).toBe(before);
    // Redis restarts without data, so the records and their permissions no longer exist.
    await redis.resume();
    await expect.poll(() => statusOf(one), { timeout: 10_000 }).toBe(401);
    id = (await one.admin('POST', '/api/mcp', { name: 'files', url: upstream.url })).json.id;
    key = await one.key(`mcp:${id}:tool:*`);
    await expect.poll(() => statusOf(two), { timeout: 5000 }).toBe(200);
    await expect.poll(async () => (await one.admin('GET', '/readyz')).status, { timeout: 5000 }).toBe(200);
  },
  40_000,
);

test.runIf(isInstalled)('a killed node loses no acknowledged write', async () => {
  const created = await Promise.all(Array.from({ length: 20 }, () => one.key(`mcp:${id}:tool:a`)));
  one.child.kill('SIGKILL');
  for (const token of created) await expect.poll(() => statusOf(two, token), { timeout: 1000 }).toBe(200);
});
