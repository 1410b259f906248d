// Tests what an operator sees of a running node: metrics and logs.

import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GatewayNode, GatewayNodes, RecordingUpstream, toolCall } from './gateway-nodes.js';

const nodes = new GatewayNodes();
const upstream = new RecordingUpstream();
let node: GatewayNode;
let [id, key] = ['', ''];

beforeAll(async () => {
  node = await nodes.start('--log-format', 'json');
  id = (await node.admin('POST', '/api/mcp', { name: 'files', url: await upstream.start() })).json.id;
  key = await node.key(`mcp:${id}:tool:*`);
}, 60_000);
afterAll(async () => {
  await nodes.stop();
  upstream.stop();
});

/** Returns the value of a metric of the proxy. */
const metric = async (name: string) => {
  const { text } = await node.admin('GET', '/metrics');
  const line = text.split('\n').find((one) => one.startsWith(`clawdefender_${name}{proxy="files"}`));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
};

describe('metrics', () => {
  test('contain the response times of upstream servers', async () => {
    await node.call('files', key, toolCall('a'));
    expect(await metric('upstream_seconds_count')).toBe(1);
    expect(await metric('upstream_failures_total')).toBeUndefined();
  });

  test('contain the number of open streams', async () => {
    const open = () =>
      new Promise<() => void>((resolve, reject) => {
        const sent = request(`${node.origin}/mcp/files`, {
          headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream', 'mcp-param-hold': '1' },
        });
        sent.on('error', reject).end();
        sent.on('response', (response) => {
          response.on('error', () => {}).resume();
          resolve(() => sent.destroy());
        });
      });
    const streams = await Promise.all([open(), open(), open()]);
    expect(await metric('open_streams')).toBe(3);
    for (const close of streams) close();
    await expect.poll(() => metric('open_streams')).toBe(0);
  });

  test('contain the number of active bans', async () => {
    const ban = { threshold: 1, timespan: 600, ban_after_n_exceeded: 1, ban_timespan: 600 };
    const rule = { rule_type: 'rate_limit', name: 'few', tools: ['b'], match_key: 'consumer', ...ban };
    await node.admin('PUT', `/api/mcp/${id}/rules`, { rules: [rule] });
    expect(await metric('active_bans')).toBeUndefined();
    for (let call = 0; call < 2; call += 1) await node.call('files', key, toolCall('b'));
    expect(await metric('active_bans')).toBe(1);
    const [banned] = (await node.admin('GET', '/api/bans')).json.items;
    await node.admin('DELETE', `/api/bans/${banned.id}`);
    expect(await metric('active_bans')).toBeUndefined();
  });
});

test('each log line is a JSON object with the proxy and the rule, without secrets', async () => {
  const secret = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz';
  await node.call('files', key, toolCall('secret-tool', { token: secret }));
  await node.call('files', 'a-wrong-key', toolCall('a'));
  const lines = () =>
    node.printed
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  expect(lines()).toContainEqual(
    expect.objectContaining({ level: 30, event: 'listening', server: 'gateway' }),
  );
  const limited = await node.key(`mcp:${id}:tool:a`);
  await node.call('files', limited, toolCall('b', { token: secret }));
  await expect
    .poll(lines)
    .toContainEqual(
      expect.objectContaining({ level: 40, event: 'denied', proxy: 'files', tool: 'b', rule: 'scopes' }),
    );
  for (const hidden of [secret, key, limited, 'a-wrong-key', 'the-admin-token', upstream.url])
    expect(node.printed).not.toContain(hidden);
});
