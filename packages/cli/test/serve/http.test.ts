// Tests access over HTTP, rejected requests, and that the server keeps running.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callBody, cli, type Endpoint, post, startEndpoint } from './agent.js';

let home = '';
let endpoint: Endpoint;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'claw-serve-'));
  writeFileSync(join(home, 'policy.toml'), 'default = "allow"\n');
  endpoint = await startEndpoint(home);
});
afterAll(async () => {
  await endpoint.stop();
  rmSync(home, { recursive: true, force: true });
});

const intent = { description: 'a', action_type: 'file_read', target: '/project/a' };
const good = callBody('checkIntent', intent);

const refusals: readonly {
  name: string;
  body?: string;
  token?: string;
  headers?: Record<string, string>;
  status: number;
  code?: number;
}[] = [
  { name: 'no token', token: '', status: 401 },
  { name: 'an invalid token', token: 'x'.repeat(43), status: 401 },
  { name: 'a prefix of the token', token: 'first', status: 401 },
  { name: 'a page of another origin', headers: { origin: 'https://evil.example' }, status: 403 },
  { name: 'a sandboxed page', headers: { origin: 'null' }, status: 403 },
  { name: 'not JSON', body: '{"jsonrpc"', status: 400, code: -32700 },
  { name: 'nothing', body: '', status: 400 },
  {
    name: 'a line break in a string',
    body: good.replace('"/project/a"', '"/pro\nject"'),
    status: 400,
    code: -32700,
  },
  { name: 'a byte order mark', body: `\ufeff${good}`, status: 400, code: -32700 },
  {
    name: 'very deep nesting',
    body: good.replace('"/project/a"', '['.repeat(100_000) + ']'.repeat(100_000)),
    status: 400,
    code: -32600,
  },
  { name: 'a long batch', body: `[${Array(101).fill(good).join(',')}]`, status: 400, code: -32600 },
  {
    name: 'a duplicate key',
    body: good.replace('"id":1', '"id":1,"id":2'),
    status: 400,
    code: -32600,
  },
  {
    name: 'a duplicate argument',
    body: good.replace('"target"', '"target":"/project/b","target"'),
    status: 400,
    code: -32600,
  },
  { name: 'another content type', headers: { 'content-type': 'text/plain' }, status: 415 },
  { name: 'a body that is too large', body: `${good}${' '.repeat(5 * 1024 * 1024)}`, status: 413 },
  {
    name: 'a field that is too large',
    body: callBody('checkIntent', { ...intent, description: 'x'.repeat(3_000_000) }),
    status: 200,
    code: -32602,
  },
  {
    name: 'an unknown value',
    body: callBody('checkIntent', { ...intent, action_type: 'x' }),
    status: 200,
    code: -32602,
  },
  { name: 'an unknown tool', body: callBody('rm', {}), status: 200, code: -32602 },
];
for (const { name, body = good, token, headers, status, code } of refusals)
  test(`${name} is rejected, and the next call still gets a response`, async () => {
    const sent = token === 'first' ? endpoint.token.slice(0, -1) : (token ?? endpoint.token);
    const answer = await post({ url: endpoint.url, token: sent }, body, headers);
    expect(answer.status).toBe(status);
    if (code !== undefined) expect(answer.message.error?.code).toBe(code);
    expect(answer.text).not.toContain('structuredContent');
    expect((await post(endpoint, good)).message.result?.structuredContent).toMatchObject({ allowed: true });
  });

test('an unknown host name is rejected', async () => {
  const { port, pathname } = new URL(endpoint.url);
  const headers = { host: 'evil.example', authorization: `Bearer ${endpoint.token}` };
  const status = await new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: pathname, method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject).end('{}');
  });
  expect(status).toBe(403);
});

test('a request with an absolute URL in the request line gets a response', async () => {
  const { port } = new URL(endpoint.url);
  const headers = {
    authorization: `Bearer ${endpoint.token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const status = await new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path: endpoint.url, method: 'POST', headers },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    sent.on('error', reject).end(good);
  });
  expect(status).toBe(200);
});

test('a token in the URL is ignored', async () => {
  const url = `${endpoint.url}?token=${endpoint.token}&access_token=${endpoint.token}`;
  expect((await post({ url, token: '' }, good)).status).toBe(401);
});

test('other methods and paths are rejected and start no session', async () => {
  const headers = { authorization: `Bearer ${endpoint.token}`, accept: 'text/event-stream' };
  for (const method of ['GET', 'DELETE', 'PUT'])
    expect((await fetch(endpoint.url, { method, headers })).status).toBe(405);
  expect((await fetch(`${endpoint.url}/x`, { headers })).status).toBe(404);
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
  });
  const answer = await fetch(endpoint.url, {
    method: 'POST',
    body,
    headers: {
      ...headers,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('mcp-session-id')).toBeNull();
  await answer.text();
});

test('a client that disconnects while it sends the body does not affect others', async () => {
  const { port, pathname } = new URL(endpoint.url);
  const headers = {
    authorization: `Bearer ${endpoint.token}`,
    'content-type': 'application/json',
    'content-length': 1000,
  };
  for (let time = 0; time < 20; time++)
    await new Promise<void>((resolve) => {
      const sent = request({ host: '127.0.0.1', port, path: pathname, method: 'POST', headers });
      sent.on('error', () => {}).on('close', () => resolve());
      sent.write('{"jsonrpc"', () => sent.destroy());
    });
  expect((await post(endpoint, good)).status).toBe(200);
});

test('the log contains rejected callers, but no token', async () => {
  const guess = 'a-guess-that-is-wrong';
  await post({ url: endpoint.url, token: guess }, good);
  await expect.poll(() => endpoint.stderr()).toMatch(/"status":401.*"msg":"refused"/);
  expect(endpoint.stderr()).not.toContain(guess);
  expect(endpoint.stderr().split(endpoint.token)).toHaveLength(2);
});

test('a port that is in use', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as AddressInfo;
  const failed = cli(home, 'serve', '--http', '--port', String(port));
  // The log does not contain an invalid token either.
  await expect(failed).rejects.toMatchObject({
    code: 2,
    stderr: `clawdefender: Port ${port} is in use. Choose another one with \`--port\`.\n`,
  });
  taken.close();
});

test('internal errors are reported to the operator instead of the caller', async () => {
  const broken = mkdtempSync(join(tmpdir(), 'claw-serve-'));
  mkdirSync(join(broken, 'state.db'));
  const failing = await startEndpoint(broken);
  for (let time = 0; time < 3; time++) {
    const { text, message } = await post(failing, good);
    expect(message.error?.code).toBe(-32603);
    expect(text).not.toContain('state.db');
  }
  expect(failing.stderr().match(/A call failed: .*state\.db/g)).toHaveLength(1);
  expect(await failing.stop()).toBe(0);
  rmSync(broken, { recursive: true });
});

test('warns about missing encryption on other addresses', async () => {
  const open = await startEndpoint(home, '--host', '0.0.0.0');
  expect(open.stderr()).toContain('The connection is not encrypted');
  expect(await open.stop()).toBe(0);
  expect(endpoint.stderr()).not.toContain('not encrypted');
});

const wrongCalls = [
  { words: ['--port', '80'], says: '`--port` needs `--http`' },
  { words: ['--http', '--port', 'x'], says: 'Invalid value for `--port`: `x`' },
  { words: ['--http', '--token', 'a', '--token-file', 'b'], says: 'Use either `--token` or `--token-file`' },
  { words: ['--http', '--token', 'two words'], says: 'contains spaces' },
  { words: ['--http', '--token-file', '/nowhere/at/all'], says: 'Cannot read the tokens' },
  { words: ['--http', '--log-level', 'inof'], says: 'Did you mean `info`?' },
  { words: ['--policy', '/nowhere/at/all'], says: 'No policy at' },
  { words: ['--htpp'], says: 'Did you mean' },
];
for (const { words, says } of wrongCalls)
  test(`serve ${words.join(' ')}`, async () => {
    await expect(cli(home, 'serve', ...words)).rejects.toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(says),
    });
  });
