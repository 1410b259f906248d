// Tests two nodes on one Redis server: approvals, cached results and bans are shared, whichever node gets the call and
// whichever node gets the request of the administrator.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasRedis, RedisServer } from '../../../../store/test/redis-server.js';
import { type GatewayNode, GatewayNodes, RecordingUpstream, toolCall } from './gateway-nodes.js';

const policy = `version = 1
default = "allow"
[egress]
enabled = false
[approval]
wait = "20s"
[[rule]]
name = "ask"
action = "prompt"
tool = "b"
`;
const nodes = new GatewayNodes({ policy });
const upstream = new RecordingUpstream();
const isInstalled = hasRedis();
let redis: RedisServer;
let [one, two] = [] as unknown as [GatewayNode, GatewayNode];
let key = '';

beforeAll(async () => {
  if (!isInstalled) return;
  redis = await RedisServer.start();
  [one, two] = await Promise.all([nodes.start('--redis', redis.url), nodes.start('--redis', redis.url)]);
  await one.admin('POST', '/api/mcp', { name: 'files', url: await upstream.start() });
  key = await one.key('mcp:files:tool:*');
}, 60_000);
afterAll(async () => {
  await nodes.stop();
  upstream.stop();
  await redis?.stop();
});

const call = (node: GatewayNode, tool: string, args: object = {}) =>
  node.call('files', key, toolCall(tool, args));
const slowCall = (node: GatewayNode, tool: string) => {
  const { params, ...message } = toolCall(tool);
  return node.call('files', key, { ...message, params: { ...params, _meta: { delay: 200 } } });
};
const textOf = async (node: GatewayNode, tool: string, args?: object) =>
  (await call(node, tool, args)).json.result?.content[0].text;
/** The calls that reach the upstream server during an action. */
const forwarded = async (act: () => Promise<unknown>) => {
  const before = upstream.calls.length;
  await act();
  return upstream.calls.length - before;
};
/** Replaces the rules on the first node, and waits until the second node uses them. */
const useRules = async (...rules: object[]) => {
  const marker = {
    rule_type: 'ip_acl',
    tools: [`m${Date.now()}`],
    action: 'deny',
    cidrs: ['127.0.0.1', '::1'],
  };
  const [tool = ''] = marker.tools;
  await one.admin('PUT', '/api/mcp/files/rules', { rules: [marker, ...rules] });
  await expect.poll(() => textOf(two, tool)).toBeUndefined();
};

/** Returns the only approval in a state. */
const approvalIn = async (node: GatewayNode, state: string) => {
  const { items } = (await node.admin('GET', '/api/approvals')).json;
  return items.find((item: { state: string }) => item.state === state)?.id as string | undefined;
};

test.runIf(isInstalled)(
  'a call that waits on one node is approved, and its approval revoked, on the other',
  async () => {
    await expect.poll(() => textOf(one, 'a')).toBe('result of a');
    await expect.poll(() => textOf(two, 'a')).toBe('result of a');
    const waiting = call(one, 'b', { path: 'x' });
    await expect.poll(() => approvalIn(two, 'pending')).toBeDefined();
    expect(upstream.calls.some(({ body }) => body.includes('"b"'))).toBe(false);
    const path = `/api/approvals/${await approvalIn(two, 'pending')}`;
    await two.admin('POST', path, { decision: 'approve', scope: 'always' });
    expect((await waiting).json.result.content[0].text).toBe('result of b');
    expect(await textOf(two, 'b', { path: 'x' })).toBe('result of b');
    expect((await one.admin('DELETE', path)).status).toBe(204);
    const again = call(two, 'b', { path: 'x' });
    await expect.poll(() => approvalIn(one, 'pending')).toBeDefined();
    const next = `/api/approvals/${await approvalIn(one, 'pending')}`;
    await one.admin('POST', next, { decision: 'deny', scope: 'once' });
    expect((await again).json.error.code).toBe(-32001);
  },
);

test.runIf(isInstalled)(
  'identical calls on both nodes cause one upstream call, and share its result',
  async () => {
    await useRules({ rule_type: 'static_cache', tools: ['a', 'c'], cache_ttl: 600 });
    const both = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one : two));
    expect(await forwarded(() => Promise.all(both.map((node) => slowCall(node, 'a'))))).toBe(1);
    expect(await forwarded(() => Promise.all([slowCall(one, 'a'), slowCall(two, 'a')]))).toBe(0);
  },
);

test.runIf(isInstalled)('results that are purged on one node are not used on the other', async () => {
  const cached = { x: 1 };
  await useRules({ rule_type: 'static_cache', tools: ['a', 'd'], cache_ttl: 600 });
  const fill = () => Promise.all(['a', 'd'].map((tool) => textOf(one, tool, cached)));
  await fill();
  expect(await forwarded(() => Promise.all(['a', 'd'].map((tool) => textOf(two, tool, cached))))).toBe(0);
  expect((await one.admin('DELETE', '/api/mcp/files/cache?tool=a')).status).toBe(204);
  // The purge is in force on the other node within a second; each attempt stores its own result.
  await expect.poll(() => forwarded(() => textOf(two, 'a', cached)), { timeout: 1000 }).toBe(1);
  expect(await forwarded(() => textOf(two, 'd', cached))).toBe(0);
});

test.runIf(isInstalled)('a ban is lifted on all nodes', async () => {
  const limit = { rule_type: 'rate_limit', name: 'one', tools: ['e'], match_key: 'consumer', threshold: 1 };
  await useRules({ ...limit, timespan: 600, ban_after_n_exceeded: 1, ban_timespan: 600 });
  for (const node of [one, one, two]) await call(node, 'e');
  expect((await call(two, 'e')).status).toBe(429);
  const { items } = (await two.admin('GET', '/api/bans')).json;
  expect(items).toHaveLength(1);
  expect((await two.admin('DELETE', `/api/bans/${items[0].id}`)).status).toBe(204);
  expect((await call(one, 'e')).status).toBe(200);
});
