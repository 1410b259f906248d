// Tests a node that shuts down: it ends streams that would stay open forever in an orderly way, and a running call gets
// its response.

import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import { GatewayNodes, RecordingUpstream, toolCall } from './gateway-nodes.js';

test('open streams end at a shutdown, and running calls get their responses', async ({ onTestFinished }) => {
  const [nodes, upstream] = [new GatewayNodes(), new RecordingUpstream()];
  onTestFinished(async () => {
    await nodes.stop();
    upstream.stop();
  });
  const node = await nodes.start();
  const { id } = (await node.admin('POST', '/api/mcp', { name: 'files', url: await upstream.start() })).json;
  const key = await node.key(`mcp:${id}:tool:*`);
  const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream', 'mcp-param-hold': '1' };
  const open = async (): Promise<IncomingMessage> => {
    const [response] = await once(request(`${node.origin}/mcp/files`, { headers }).end(), 'response');
    return response;
  };
  const streams = await Promise.all([open(), open()]);
  // A stream that is aborted at the end of the shutdown has no `end` event, so the promise rejects.
  const ended = streams.map((stream) => once(stream.resume(), 'end'));
  const call = toolCall('a');
  const running = node.call('files', key, { ...call, params: { ...call.params, _meta: { delay: 2500 } } });
  await expect.poll(() => upstream.calls.length).toBe(1);
  node.child.kill('SIGTERM');
  const exited = once(node.child, 'exit');
  await Promise.all(ended);
  expect((await running).json.result.content[0].text).toBe('result of a');
  expect((await exited)[0]).toBe(0);
}, 60_000);
