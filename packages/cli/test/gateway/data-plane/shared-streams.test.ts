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
/** The responses to calls during which the server sends a request. */
const calls = new Map<number, ServerResponse>();
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
    const { id, params } = JSON.parse(body);
    if (params?.name === 'ask') {
      const asked = { jsonrpc: '2.0', id: params.arguments.id, method: 'elicitation/create', params: {} };
      response
        .writeHead(200, { 'Content-Type': 'text/event-stream' })
        .write(`data: ${JSON.stringify(asked)}\n\n`);
      calls.set(id, response);
      return;
    }
    pending.push(id);
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

/** Opens a stream for a caller, or sends a call. Returns a function that returns the text received so far. */
async function openStream(key: string, call?: object): Promise<() => string> {
  const headers = {
    authorization: `Bearer ${key}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  };
  const sent = request(`${node.origin}/mcp/files`, { headers, method: call ? 'POST' : 'GET' });
  sent.end(call && JSON.stringify(call));
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

test('only the caller that gets a request of the server can answer it', async () => {
  const [ada = '', bob = ''] = keys;
  const answer = async (key: string, id: unknown) => {
    const before = pending.length;
    const body = { jsonrpc: '2.0', id, result: { action: 'accept' } };
    expect((await node.call('files', key, body)).status).toBe(202);
    return pending.length - before;
  };
  const forAda = await openStream(ada, toolCall('ask', { id: 55 }, 21));
  await expect.poll(forAda).toContain('elicitation/create');
  for (const id of [55, '55', 4711]) expect(await answer(bob, id), String(id)).toBe(0);
  expect([await answer(ada, 4711), await answer(ada, 55), await answer(ada, 55)]).toEqual([0, 1, 0]);
  // Two callers get a request with the same id, so the server could not tell their responses apart.
  const both = [await openStream(ada, toolCall('ask', { id: 56 }, 22))];
  both.push(await openStream(bob, toolCall('ask', { id: 56 }, 23)));
  for (const received of both) await expect.poll(received).toContain('elicitation/create');
  expect([await answer(ada, 56), await answer(bob, 56)]).toEqual([0, 0]);
  // When the call of one caller has ended, only the other one can respond.
  calls.get(23)?.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id: 23, result: result('done') })}\n\n`);
  await expect.poll(() => both[1]?.()).toContain('done');
  await expect.poll(() => answer(ada, 56)).toBe(1);
});

test('a request that the server sends on the streams of all callers reaches none of them', async () => {
  const [ada = '', bob = ''] = keys;
  const both = [await openStream(ada), await openStream(bob)];
  broadcast({ id: 77, method: 'elicitation/create', params: { message: 'private question' } });
  broadcast({ id: 78, method: 'ping' });
  for (const received of both) await expect.poll(received).toContain('"ping"');
  for (const received of both) expect(received()).not.toContain('private');
});
