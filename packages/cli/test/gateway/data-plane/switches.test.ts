// Tests two nodes on one Redis server: the kill switch applies on both, and the operator chooses what happens without
// Redis.

import { openRedisStore } from '@claw/store';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasRedis, RedisServer } from '../../../../store/test/redis-server.js';
import { type GatewayNode, GatewayNodes, RecordingUpstream, toolCall } from './gateway-nodes.js';

const strict = new GatewayNodes();
const lenient = new GatewayNodes({ settings: 'on_store_failure = "allow"' });
const upstream = new RecordingUpstream();
const isInstalled = hasRedis();
let redis: RedisServer;
let [one, two, allowing] = [] as unknown as [GatewayNode, GatewayNode, GatewayNode];
let [id, key] = ['', ''];

beforeAll(async () => {
  if (!isInstalled) return;
  redis = await RedisServer.start();
  const start = (nodes: GatewayNodes) => nodes.start('--redis', redis.url);
  [one, two, allowing] = await Promise.all([start(strict), start(strict), start(lenient)]);
  const url = await upstream.start();
  id = (await one.admin('POST', '/api/mcp', { name: 'files', url })).json.id;
  key = await one.key(`mcp:${id}:tool:*`);
  for (const node of [one, two, allowing]) await until(async () => (await statusOf(node)) === 200);
}, 60_000);
afterAll(async () => {
  await strict.stop();
  await lenient.stop();
  upstream.stop();
  await redis?.stop();
});

/** Waits in hooks, where `expect` cannot be used. */
const until = (isSo: () => Promise<boolean>) => vi.waitUntil(isSo, { timeout: 10_000 });
const statusOf = async (node: GatewayNode, tool = 'a') =>
  (await node.call('files', key, toolCall(tool))).status;
/** Returns the rule that denied a call, if any. */
const ruleOf = async (node: GatewayNode) =>
  (await node.call('files', key, toolCall('a'))).json.error?.data?.rule;

describe.runIf(isInstalled)('the kill switch', () => {
  const kill = (node: GatewayNode, enabled: boolean) => node.admin('POST', '/api/kill', { enabled });

  test('denies calls on the other node within a second after it is turned on', async () => {
    await kill(one, true);
    await expect.poll(() => ruleOf(two), { timeout: 1000 }).toBe('kill_switch');
    const before = upstream.calls.length;
    expect([await ruleOf(one), await ruleOf(two)]).toEqual(['kill_switch', 'kill_switch']);
    expect(upstream.calls).toHaveLength(before);
    expect((await two.admin('GET', '/api/kill')).json).toMatchObject({ enabled: true });
  });

  test('allows calls on both nodes after it is turned off on the other node', async () => {
    await kill(two, false);
    for (const node of [one, two]) await expect.poll(() => ruleOf(node), { timeout: 1000 }).toBeUndefined();
  });

  test('stays on while Redis is unavailable', async () => {
    await kill(one, true);
    await expect.poll(() => ruleOf(allowing), { timeout: 1000 }).toBe('kill_switch');
    redis.freeze();
    await expect.poll(() => allowing.printed, { timeout: 10_000 }).toContain('cannot be used');
    expect(await ruleOf(allowing)).toBe('kill_switch');
    redis.thaw();
    await kill(one, false);
    await expect.poll(() => ruleOf(allowing), { timeout: 5000 }).toBeUndefined();
  });
});

describe.runIf(isInstalled)('while Redis does not respond', () => {
  const limit = { rule_type: 'rate_limit', name: 'one', tools: ['b'], match_key: 'consumer' };
  beforeAll(async () => {
    const rules = [{ ...limit, threshold: 1, timespan: 600 }];
    await one.admin('PUT', `/api/mcp/${id}/rules`, { rules });
    await until(async () => (await statusOf(allowing, 'b')) === 429);
    redis.freeze();
    for (const node of [one, two, allowing])
      await until(async () => (await node.send('/readyz')).status === 503);
  }, 30_000);

  test('calls are denied and not forwarded', async () => {
    const before = upstream.calls.length;
    for (const tool of ['a', 'b']) {
      const answer = await one.call('files', key, toolCall(tool));
      expect([answer.status, answer.json.error.code]).toEqual([502, -32003]);
    }
    expect(upstream.calls).toHaveLength(before);
  });

  test('calls are allowed without limits if the operator has configured that, and other rules still apply', async () => {
    const started = performance.now();
    expect([await statusOf(allowing, 'b'), await statusOf(allowing, 'b')]).toEqual([200, 200]);
    // No call waits for the timeout of Redis.
    expect(performance.now() - started).toBeLessThan(2000);
    const foreign = await allowing.call('files', 'a-key-that-is-none', toolCall('a'));
    expect(foreign.status).toBe(401);
  }, 30_000);

  test('after Redis responds again, limits apply on all nodes', async () => {
    redis.thaw();
    for (const node of [one, two, allowing]) {
      await expect.poll(() => statusOf(node, 'b'), { timeout: 10_000 }).toBe(429);
      await expect.poll(async () => (await node.send('/readyz')).status, { timeout: 10_000 }).toBe(200);
      expect(await statusOf(node)).toBe(200);
    }
  }, 40_000);
});

describe.runIf(isInstalled)('a node does not start, and changes nothing,', () => {
  /** Returns the content of the store. */
  const contents = async () => {
    const store = openRedisStore({ url: redis.url });
    const entries = [...(await store.table.list('gateway')), ...(await store.table.list('secret'))];
    await store.close();
    return entries;
  };
  const problemOf = async (nodes: GatewayNodes) => {
    const problem = await nodes.start('--redis', redis.url).catch(({ message }: Error) => message);
    await nodes.stop();
    return problem;
  };
  const declared = '[[proxy]]\nname = "new"\nurl = "https://1.1.1.1/mcp"\n';

  test('with a secret key that differs from that of the earlier nodes', async () => {
    const before = await contents();
    const env = { CLAWDEFENDER_SECRET_KEY: 'another secret key than that of the other nodes' };
    expect(await problemOf(new GatewayNodes({ env, settings: declared }))).toMatch(
      /ended with 2: .*secret key is not the one/,
    );
    expect(await contents()).toEqual(before);
  });

  test('on a Redis with another schema version', async () => {
    const store = openRedisStore({ url: redis.url });
    await store.table.put('gateway', 'schema_version', '99');
    const before = await contents();
    expect(await problemOf(new GatewayNodes({ settings: declared }))).toMatch(
      /ended with 2: .*schema version 99; this program uses 1/,
    );
    expect(await contents()).toEqual(before);
    await store.table.put('gateway', 'schema_version', '1');
    await store.close();
  });
});
