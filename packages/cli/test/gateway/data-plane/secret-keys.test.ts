// Tests two nodes that change their secret key one after another: secrets stay readable, sessions continue, and in the
// end the old key decrypts nothing.

import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasRedis, RedisServer } from '../../../../store/test/redis-server.js';
import { type GatewayNode, GatewayNodes, RecordingUpstream, toolCall } from './gateway-nodes.js';

const upstream = new RecordingUpstream();
const isInstalled = hasRedis();
const [OLD, NEW] = [
  'the old secret key of all nodes in this test',
  'the new secret key of all nodes in this test',
];
const groups: GatewayNodes[] = [];
let redis: RedisServer;

beforeAll(async () => {
  if (isInstalled) redis = await RedisServer.start();
});
afterAll(async () => {
  for (const nodes of groups) await nodes.stop();
  upstream.stop();
  await redis?.stop();
});

function start(key: string, other?: string): Promise<GatewayNode> {
  const nodes = new GatewayNodes({
    env: {
      CLAWDEFENDER_SECRET_KEY: key,
      ...(other !== undefined && { CLAWDEFENDER_OTHER_SECRET_KEY: other }),
    },
  });
  groups.push(nodes);
  return nodes.start('--redis', redis.url);
}

test.runIf(isInstalled)(
  'nodes change their secret key without downtime',
  async () => {
    const nodes = [await start(OLD), await start(OLD)];
    const [first] = nodes as [GatewayNode, GatewayNode];
    const proxy = {
      name: 'files',
      url: await upstream.start(),
      authType: 'bearer',
      authToken: 'of-upstream',
    };
    const { id } = (await first.admin('POST', '/api/mcp', proxy)).json;
    const key = await first.key(`mcp:${id}:tool:*`);
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    };
    const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
    const session = (await first.call('files', key, initialize)).headers.get('mcp-session-id') ?? '';
    /** Checks that all nodes can decrypt the token of the upstream server and know the session. */
    const check = async () => {
      for (const node of nodes) {
        const status = async () =>
          (await node.call('files', key, toolCall('a'), { 'mcp-session-id': session })).status;
        await expect.poll(status, { timeout: 5000 }).toBe(200);
        expect(upstream.calls.at(-1)?.headers.authorization).toBe('Bearer of-upstream');
        // The change re-encrypts the secrets, and the nodes read them again.
        await node.admin('PATCH', `/api/mcp/${id}`, { tools: [] });
      }
    };
    await check();
    const replace = async (index: number, ...keys: [string, string?]) => {
      const child = nodes[index]?.child;
      child?.kill('SIGKILL');
      if (child !== undefined) await once(child, 'exit');
      nodes[index] = await start(...keys);
      await check();
    };
    for (const keys of [
      [OLD, NEW],
      [NEW, OLD],
    ] as [string, string][])
      for (const index of [0, 1]) await replace(index, ...keys);
    expect(nodes.map(({ printed }) => printed).join('')).toContain('with the new secret key');
    const again = await (nodes[0] as GatewayNode).call('files', key, initialize);
    const renewed = again.headers.get('mcp-session-id') ?? '';
    expect(renewed).not.toBe(session);
    await expect(start(OLD)).rejects.toThrow(/secret key is not the one/);
    nodes[1]?.child.kill('SIGKILL');
    nodes[1] = await start(NEW);
    const last = await nodes[1].call('files', key, toolCall('a'), { 'mcp-session-id': renewed });
    expect(last.status).toBe(200);
  },
  60_000,
);
