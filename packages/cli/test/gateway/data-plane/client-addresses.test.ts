// Tests rules about addresses behind a load balancer: they use the address of the client only if the operator trusts
// the load balancer.

import { expect, test } from 'vitest';
import { GatewayNodes, RecordingUpstream, toolCall } from './gateway-nodes.js';

test('`X-Forwarded-For` is used only if it comes from a trusted proxy', async ({ onTestFinished }) => {
  const upstream = new RecordingUpstream();
  const plain = new GatewayNodes();
  const behind = new GatewayNodes({ settings: 'trusted_proxies = ["127.0.0.0/8", "::1"]' });
  onTestFinished(async () => {
    await Promise.all([plain.stop(), behind.stop()]);
    upstream.stop();
  });
  await upstream.start();
  const acl = { rule_type: 'ip_acl', tools: ['a'], action: 'allow', cidrs: ['203.0.113.0/24'] };
  const limit = {
    rule_type: 'rate_limit',
    name: 'one',
    tools: ['b'],
    match_key: 'ip',
    threshold: 1,
    timespan: 60,
  };
  const statusesOf = async (nodes: GatewayNodes) => {
    const node = await nodes.start();
    const { id } = (await node.admin('POST', '/api/mcp', { name: 'files', url: upstream.url })).json;
    await node.admin('PUT', `/api/mcp/${id}/rules`, { rules: [acl, limit] });
    const key = await node.key(`mcp:${id}:tool:*`);
    const call = async (tool: string, forwarded: string) => {
      const { status, json } = await node.call('files', key, toolCall(tool), {
        'x-forwarded-for': forwarded,
      });
      return json.error?.data?.rule ?? status;
    };
    return [
      await call('a', '203.0.113.7'),
      await call('a', '198.51.100.1'),
      // The client wrote the first entry, and the load balancer the second entry.
      await call('a', '203.0.113.7, 198.51.100.1'),
      await call('b', '203.0.113.7'),
      await call('b', '203.0.113.8'),
      await call('b', '203.0.113.7'),
    ];
  };
  const [acceptsNobody, seesClients] = [await statusesOf(plain), await statusesOf(behind)];
  expect(acceptsNobody).toEqual(['ip_acl-1', 'ip_acl-1', 'ip_acl-1', 200, 'one', 'one']);
  expect(seesClients).toEqual([200, 'ip_acl-1', 'ip_acl-1', 200, 200, 'one']);
});
