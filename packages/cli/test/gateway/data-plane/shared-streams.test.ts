// Tests a server without sessions that accepts calls with 202 and sends each result on the streams of all callers. The
// gateway must deliver it only to the caller that sent the request.

import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayNode, GatewayNodes, toolCall } from './gateway-nodes.js';

const nodes = new GatewayNodes();
const streams = new Set<ServerResponse>();
const pending: number[] = [];
const upstream = createServer((incoming, response) => {
  let body = '';
  incoming.setEncoding('utf8').on('data', (text: string) => {
    body += text;
  });
  incoming.on('end', () => {
    if (incoming.method === 'GET') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': open\n\n');
      streams.add(response);
      return;
    }
    pending.push(JSON.parse(body).id);
    response.writeHead(202).end();
  });
});
let node: GatewayNode;
let keys: string[] = [];

beforeAll(async () => {
  node = await nodes.start();
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/mcp`;
  await node.admin('POST', '/api/mcp', { name: 'files', url });
  const key = () => node.key('mcp:files:tool:*', 'mcp:files:resource:*');
  keys = [await key(), await key()];
}, 60_000);
afterAll(async () => {
  await nodes.stop();
  upstream.closeAllConnections();
  upstream.close();
});

/** Opens a stream for a caller. Returns a function that returns the text received so far. */
async function openStream(key: string): Promise<() => string> {
  const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' };
  const sent = request(`${node.origin}/mcp/files`, { headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let received = '';
  response.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  response.on('error', () => {});
  return () => received;
}

const broadcast = (message: object) => {
  for (const stream of streams) stream.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
};
const result = (text: string) => ({ content: [{ type: 'text', text }] });

test('a result that the server sends on every stream is delivered only to the caller of the request', async () => {
  const [ada = '', bob = ''] = keys;
  const [forAda, forBob] = [await openStream(ada), await openStream(bob)];
  await expect.poll(() => streams.size).toBe(2);
  expect((await node.call('files', ada, toolCall('a', {}, 11))).status).toBe(202);
  expect((await node.call('files', bob, toolCall('a', {}, 12))).status).toBe(202);
  // Both callers use this id, so the result may belong to either of them.
  for (const key of [ada, bob]) await node.call('files', key, toolCall('a', {}, 13));
  expect(pending).toEqual([11, 12, 13, 13]);
  for (const id of [11, 12, 13, 99]) broadcast({ id, result: result(`private ${id}`) });
  broadcast({ error: { code: -32603, message: 'private error' } });
  broadcast({ method: 'notifications/message', params: { level: 'info', data: 'the end' } });
  for (const received of [forAda, forBob]) await expect.poll(received).toContain('the end');
  expect(forAda().match(/private \w+/g)).toEqual(['private 11']);
  expect(forBob().match(/private \w+/g)).toEqual(['private 12']);
  // The same result is not delivered again.
  broadcast({ id: 11, result: result('private again') });
  broadcast({ method: 'notifications/message', params: { level: 'info', data: 'the second end' } });
  await expect.poll(forAda).toContain('the second end');
  expect(forAda()).not.toContain('again');
});

test('a result on a stream is rewritten like a result in the response to the call', async () => {
  const key = await node.key('mcp:files:tool:*');
  const rule = { rule_type: 'response_replace', tools: ['*'], dlp_rule_id: 'emails', replacement: '***' };
  await node.admin('PUT', '/api/mcp/files/rules', { rules: [rule] });
  const received = await openStream(key);
  await expect.poll(() => streams.size).toBe(3);
  expect((await node.call('files', key, toolCall('a', {}, 21))).status).toBe(202);
  broadcast({ id: 21, result: result('mail from jane.doe@acme.io') });
  await expect.poll(received).toContain('mail from ***');
  expect(received()).not.toContain('jane.doe');
});
