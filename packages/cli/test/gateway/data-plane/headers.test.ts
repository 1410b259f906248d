// Tests headers between callers and upstream servers: a caller cannot imitate the gateway, reach another URL or get a
// separate login.

import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type GatewayNode,
  GatewayNodes,
  RESPONSE_HEADERS,
  RecordingUpstream,
  toolCall,
} from './gateway-nodes.js';

const nodes = new GatewayNodes();
const upstream = new RecordingUpstream();
let node: GatewayNode;
let key = '';

beforeAll(async () => {
  node = await nodes.start();
  const bearer = { authType: 'bearer', authToken: 'token-of-the-upstream' };
  await node.admin('POST', '/api/mcp', { name: 'files', url: await upstream.start(), ...bearer });
  key = await node.key('mcp:files:tool:*');
}, 60_000);
afterAll(async () => {
  await nodes.stop();
  upstream.stop();
});

const imitations: readonly (readonly [string, string])[] = [
  ['Cookie', 'login=of-another-caller'],
  ['X-Forwarded-For', '10.0.0.1'],
  ['X-Forwarded-User', 'root'],
  ['x-forwarded-client-cert', 'Subject="CN=root"'],
  ['Forwarded', 'for=10.0.0.1'],
  ['X-Real-IP', '10.0.0.1'],
  ['True-Client-IP', '10.0.0.1'],
  ['Remote-User', 'root'],
  ['X-Remote-User', 'root'],
  ['X-Auth-Request-Email', 'root@example.com'],
  ['X-Goog-Authenticated-User-Email', 'root@example.com'],
  ['Cf-Access-Authenticated-User-Email', 'root@example.com'],
  ['X-MS-Client-Principal-Name', 'root@example.com'],
  ['Client-Cert', ':AAAA:'],
  ['X-SSL-Client-S-DN', 'CN=root'],
  // Some servers handle the request for this URL or with this method instead.
  ['X-Original-URL', '/admin'],
  ['X-Rewrite-URL', '/admin'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Original-Host', 'internal.example.com'],
  ['X-Envoy-Original-Path', '/admin'],
  ['X-Envoy-Upstream-Rq-Timeout-Ms', '1'],
  ['X-Consumer-Username', 'root'],
  ['X-Authentik-Username', 'root'],
  ['X-Pomerium-Claim-Email', 'root@example.com'],
  ['X-WebAuth-User', 'root'],
  ['X-User', 'root'],
  ['Client-IP', '10.0.0.1'],
  ['Via', '1.1 trusted'],
  ['Origin', 'http://localhost:1'],
  // A cached result must not depend on headers.
  ['Accept-Language', 'de'],
  ['User-Agent', 'a caller'],
  ['X-Team', 'other'],
  // Some servers read `_` in a header name as `-`.
  ['X_Forwarded_For', '10.0.0.1'],
];
for (const [name, value] of imitations)
  test(`\`${name}\` is not forwarded`, async () => {
    const answer = await node.call('files', key, toolCall('a'), { [name]: value, 'Mcp-Param-Team': 'kept' });
    expect(answer.status).toBe(200);
    const { headers } = upstream.calls.at(-1) as (typeof upstream.calls)[number];
    expect(headers).toMatchObject({
      authorization: 'Bearer token-of-the-upstream',
      'mcp-param-team': 'kept',
    });
    expect(headers[name.toLowerCase()]).not.toBe(value);
  });

for (const name of ['Mcp_Session_Id', 'Last_Event_ID'])
  test(`\`${name}\`, which such servers read as another header, is rejected`, async () => {
    const before = upstream.received.length;
    expect((await node.call('files', key, toolCall('a'), { [name]: 'x' })).status).toBe(400);
    expect(upstream.received).toHaveLength(before);
  });

test('a query string, which could select other tools or results, is rejected', async () => {
  const before = upstream.received.length;
  const call = { method: 'POST', token: key, body: JSON.stringify(toolCall('a')) };
  expect((await node.send('/mcp/files?readonly=false', call)).status).toBe(400);
  expect(upstream.received).toHaveLength(before);
});

test('headers of the upstream server for browsers do not reach the caller', async () => {
  for (const stream of [false, true]) {
    const call = toolCall('a');
    const answer = await node.call('files', key, { ...call, params: { ...call.params, _meta: { stream } } });
    expect(answer.json.result).toBeDefined();
    for (const name of Object.keys(RESPONSE_HEADERS)) expect(answer.headers.get(name), name).toBeNull();
    expect(answer.headers.get('content-type')).toMatch(stream ? /event-stream/ : /json/);
  }
});
