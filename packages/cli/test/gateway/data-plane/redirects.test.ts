// Tests that an upstream server or a token endpoint cannot redirect the gateway, with its credentials, to another
// address.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayNode, GatewayNodes, RecordingUpstream, toolCall } from './gateway-nodes.js';

const nodes = new GatewayNodes();
/** The server to which the redirects point. */
const other = new RecordingUpstream();
const redirecting = createServer((request, response) => {
  request.resume();
  const status = Number(new URL(request.url ?? '', 'http://x').pathname.slice(1));
  response.writeHead(status, { location: other.url }).end();
});
let node: GatewayNode;
let origin = '';

beforeAll(async () => {
  node = await nodes.start();
  await other.start();
  redirecting.listen(0, '127.0.0.1');
  await once(redirecting, 'listening');
  origin = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`;
}, 60_000);
afterAll(async () => {
  await nodes.stop();
  other.stop();
  redirecting.closeAllConnections();
  redirecting.close();
});

const create = async (name: string, url: string, more: object) => {
  await node.admin('POST', '/api/mcp', { name, url, ...more });
  return node.key(`mcp:${name}:tool:*`);
};

for (const status of [301, 302, 303, 307, 308])
  test(`a redirect with ${status} is not followed`, async () => {
    const name = `server-${status}`;
    const url = `${origin}/${status}`;
    const key = await create(name, url, { authType: 'bearer', authToken: 'token-of-the-upstream' });
    const called = await node.call(name, key, toolCall('a'));
    expect(called.json.error).toBeDefined();
    expect(called.headers.get('location')).toBeNull();
    const stream = await node.send(`/mcp/${name}`, { token: key });
    expect(stream.status).toBeGreaterThanOrEqual(400);
    expect((await node.admin('POST', `/api/mcp/${name}/tools`)).status).toBe(502);

    const upstreamJwt = { tokenUrl: url, clientId: 'gateway', clientSecret: 'secret-of-the-gateway' };
    expect((await node.admin('POST', '/api/mcp/upstream-jwt/test', upstreamJwt)).json.ok).toBe(false);
    const identified = await create(`identified-${status}`, other.url, {
      auth: { injectIdentity: true, upstreamJwt },
    });
    expect((await node.call(`identified-${status}`, identified, toolCall('a'))).status).toBe(502);
    expect(other.received).toEqual([]);
  });
