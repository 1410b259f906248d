// Tests the dashboard in the process of a gateway: which tokens can sign in, and which author the audit log names.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Admin, startAdmin } from '../src/index.js';
import { GatewayApi, TOKEN } from './gateway-api.js';
import { page } from './page.js';
import { emptyPorts } from './ports.js';

let api: GatewayApi;
let admin: Admin;
let bearer = '';
beforeEach(async () => {
  api = await GatewayApi.start();
  const gateway = { ...api.ports(), origin: 'http://127.0.0.1:3300' };
  admin = await startAdmin({ ...emptyPorts, auditFolder: api.folder, gateway, page, port: 0 });
  bearer = (await send('POST', '/api/session', { adminToken: TOKEN, as: 'bearer' })).json.bearer;
});
afterEach(async () => {
  await admin.close();
  await api.close();
});

async function send(method: string, path: string, body?: unknown) {
  const response = await fetch(`http://127.0.0.1:${admin.port}${path}`, {
    method,
    headers: {
      ...(bearer !== '' && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, json: text.startsWith('{') ? JSON.parse(text) : undefined };
}

test('only an admin token can sign in, and it is not a bearer token for the routes', async () => {
  bearer = '';
  expect((await send('GET', '/api/session')).json).toEqual({ adminToken: true });
  for (const adminToken of ['', 'wrong', `${TOKEN}x`])
    expect((await send('POST', '/api/session', { adminToken })).status).toBe(401);
  for (const body of [{}, { token: 'x', adminToken: TOKEN }])
    expect((await send('POST', '/api/session', body)).status).toBe(400);
  bearer = TOKEN;
  expect((await send('GET', '/api/mcp')).status).toBe(401);
});

test('changes to records are logged with the author `dashboard`, and responses contain the addresses of the data plane', async () => {
  expect((await send('GET', '/api/gateway')).json).toEqual({ origin: 'http://127.0.0.1:3300' });
  const created = await send('POST', '/api/mcp', { name: 'files', url: 'https://mcp.example.com/files' });
  expect(created).toMatchObject({ status: 201, json: { proxyHost: '127.0.0.1:3300/mcp/files' } });
  expect((await send('POST', '/api/keys', { name: 'agent' })).json.key).toMatch(/^claw_/);
  await send('POST', '/api/kill', { enabled: true });
  await send('DELETE', '/api/bans/b1');
  expect(api.changes.map(({ action, record, by }) => [action, record, by])).toEqual([
    ['create', 'proxy', 'dashboard'],
    ['create', 'key', 'dashboard'],
    ['change', 'kill_switch', 'dashboard'],
    ['delete', 'ban', 'dashboard'],
  ]);
});

test('without a session, records are not served; without a gateway, there are no records', async () => {
  bearer = '';
  for (const path of ['/api/gateway', '/api/mcp', '/api/keys', '/api/bans', '/api/resources'])
    expect((await send('GET', path)).status, path).toBe(401);
  const plain = await startAdmin({ ...emptyPorts, auditFolder: api.folder, page, port: 0 });
  const origin = `http://127.0.0.1:${plain.port}`;
  expect(await (await fetch(`${origin}/api/session`)).json()).toEqual({ adminToken: false });
  const signIn = (body: object) =>
    fetch(`${origin}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await signIn({ adminToken: TOKEN })).status).toBe(401);
  const token = new URL(plain.link()).hash.slice('#token='.length);
  const session = (await (await signIn({ token, as: 'bearer' })).json()) as { bearer: string };
  const headers = { authorization: `Bearer ${session.bearer}` };
  expect(await (await fetch(`${origin}/api/gateway`, { headers })).json()).toEqual({ origin: null });
  expect((await fetch(`${origin}/api/mcp`, { headers })).status).toBe(404);
  await plain.close();
});
