// Tests the built program as an HTTP endpoint and with URLs: encryption, tokens, checks, reload, and shutdown.

import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, request as secureRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { policyFile } from '../homes.js';
import { startEndpoint } from './endpoint.js';

const pem = (name: string) =>
  fileURLToPath(new URL(`../../../proxy-http/test/tls/localhost.${name}.pem`, import.meta.url));
const open = ['--policy', policyFile('open')];

type Handle = (message: { id?: number; params?: { name?: string } }, response: ServerResponse) => unknown;

const answer: Handle = ({ id }, response) =>
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ jsonrpc: '2.0', id, result: { content: [] } }));

/** Starts a server that records its requests. */
async function startUpstream(handle: Handle = answer, secure = false) {
  const asked: string[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await request.toArray()).toString();
    asked.push(body);
    handle(JSON.parse(body), response);
  };
  const server = secure
    ? createSecureServer({ cert: readFileSync(pem('cert')), key: readFileSync(pem('key')) }, take)
    : createServer(take);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { asked, url: `${secure ? 'https://localhost' : 'http://127.0.0.1'}:${port}/mcp` };
}

const call = (id: number, name = 'echo', input: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: input } });
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const post = (origin: string, body: string, more: Record<string, string> = {}) =>
  fetch(`${origin}/mcp`, { method: 'POST', headers: { ...headers, ...more }, body });

describe('encryption', () => {
  test('with `--tls-cert` and `--tls-key`, clients connect over HTTPS', async () => {
    const { url, asked } = await startUpstream();
    const { origin, port } = await startEndpoint({
      args: [...open, '--url', url, '--tls-cert', pem('cert'), '--tls-key', pem('key')],
    });
    expect(origin).toBe(`https://127.0.0.1:${port}`);
    const request = secureRequest({
      host: '127.0.0.1',
      servername: 'localhost',
      ca: readFileSync(pem('cert')),
      port,
      path: '/mcp',
      method: 'POST',
      headers: { ...headers, host: `localhost:${port}` },
    }).end(call(1));
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    expect(Buffer.concat(await response.toArray()).toString()).toContain('"result"');
    expect(asked).toEqual([call(1)]);
  });

  test('a server with a private certificate authority is accepted only with NODE_EXTRA_CA_CERTS', async () => {
    const { url, asked } = await startUpstream(answer, true);
    const args = [...open, '--url', url];
    const without = await startEndpoint({ args });
    expect(await (await post(without.origin, call(1))).json()).toMatchObject({
      id: 1,
      error: { code: -32003, message: expect.stringContaining('certificate') },
    });
    expect(asked).toEqual([]);
    const trusting = await startEndpoint({ args, env: { NODE_EXTRA_CA_CERTS: pem('cert') } });
    expect(await (await post(trusting.origin, call(2))).json()).toMatchObject({ id: 2, result: {} });
    expect(asked).toEqual([call(2)]);
  });
});

describe('authentication', () => {
  test('an address other than loopback requires a token, or the proxy does not start', async () => {
    const { url, asked } = await startUpstream();
    await expect(startEndpoint({ args: [...open, '--url', url], listen: '0.0.0.0:0' })).rejects.toThrow(
      /Cannot listen on `0.0.0.0` without a token/,
    );
    const { port } = await startEndpoint({
      args: [...open, '--url', url, '--token', 'sesame'],
      listen: '0.0.0.0:0',
    });
    const origin = `http://127.0.0.1:${port}`;
    expect((await post(origin, call(1))).status).toBe(401);
    expect((await post(origin, call(2), { authorization: 'Bearer sesam' })).status).toBe(401);
    expect((await post(origin, call(3), { authorization: 'Bearer sesame' })).status).toBe(200);
    expect(asked).toEqual([call(3)]);
  });
});

describe('tokens and sessions', () => {
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), 'claw-tokens-'));
    onTestFinished(() => rmSync(made, { recursive: true }));
    return made;
  };

  test('tokens are read from a file, and a session is bound to its caller', async () => {
    const file = join(folder(), 'tokens');
    writeFileSync(file, '# who may come in\nann sesame\nbob simsim\n', { mode: 0o600 });
    const { url, asked } = await startUpstream(({ id }, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 'of-ann' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, result: {} })),
    );
    const { origin } = await startEndpoint({ args: [...open, '--url', url, '--token-file', file] });
    const as = (token: string, id: number, more = {}) =>
      post(origin, call(id), { authorization: `Bearer ${token}`, ...more });
    expect((await as('wrong', 1)).status).toBe(401);
    expect((await as('sesame', 2)).headers.get('mcp-session-id')).toBe('of-ann');
    expect((await as('simsim', 3, { 'mcp-session-id': 'of-ann' })).status).toBe(404);
    expect((await as('sesame', 4, { 'mcp-session-id': 'of-ann' })).status).toBe(200);
    expect(asked).toEqual([call(2), call(4)]);
  });

  test('warns about other addresses without encryption, and reports invalid certificate files', async () => {
    const { url } = await startUpstream();
    const args = [...open, '--url', url, '--token', 'sesame'];
    const { stderr } = await startEndpoint({ args, listen: '0.0.0.0:0' });
    expect(stderr()).toMatch(/can read the messages and tokens of clients\. Use `--tls-cert`/);
    const file = join(folder(), 'cert.pem');
    writeFileSync(file, 'no certificate');
    await expect(startEndpoint({ args: [...args, '--tls-cert', file, '--tls-key', file] })).rejects.toThrow(
      /[Cc]annot use the TLS certificate and key; both must be PEM files/,
    );
  });
});

describe('checks', () => {
  test('the preset applies over HTTP: access to a key is denied, a secret in a response is redacted', async () => {
    const key = `AKIA${'IOSFODNN7'}EXAMPLQ`;
    const { url, asked } = await startUpstream(({ id }, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(
          JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: `key ${key}` }] } }),
        ),
    );
    const { origin } = await startEndpoint({ args: ['--url', url] });
    const denied = await post(origin, call(1, 'read_file', { path: '/home/u/.ssh/id_rsa' }));
    expect(denied.status).toBe(200);
    expect(await denied.json()).toMatchObject({ id: 1, error: { code: -32001 } });
    expect(asked).toEqual([]);
    const text = await (await post(origin, call(2, 'read_file', { path: 'notes.txt' }))).text();
    expect(text).toContain('[REDACTED]');
    expect(text).not.toContain(key);
  });

  test('a policy change under load applies to later calls; no call fails, and no denied call is forwarded', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'claw-reload-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'policy.toml');
    const base = readFileSync(policyFile('open'), 'utf8');
    writeFileSync(file, base);
    const { url, asked } = await startUpstream();
    const { origin } = await startEndpoint({ args: ['--policy', file, '--url', url] });
    let stop = false;
    const seen = { passed: 0, denied: 0, other: 0 };
    const caller = async (first: number) => {
      for (let id = first; !stop; id += 8) {
        const { result, error } = (await (await post(origin, call(id, 'shell'))).json()) as {
          result?: object;
          error?: { code: number };
        };
        if (result !== undefined) seen.passed++;
        else if (error?.code === -32001) seen.denied++;
        else seen.other++;
      }
    };
    const callers = Array.from({ length: 8 }, (_, i) => caller(i));
    const until = async (condition: () => boolean) => {
      while (!condition()) await new Promise((resolve) => setImmediate(resolve));
    };
    await until(() => seen.passed > 50);
    writeFileSync(file, `${base}\n[[rule]]\nname = "no_shell"\ntool = "shell"\naction = "deny"\n`);
    await until(() => seen.denied > 50);
    const arrived = asked.length;
    await until(() => seen.denied > 200);
    expect(asked.length).toBe(arrived);
    writeFileSync(file, base);
    const before = seen.passed;
    await until(() => seen.passed > before + 50);
    stop = true;
    await Promise.all(callers);
    expect(seen.other).toBe(0);
  });
});

describe('shutdown', () => {
  test('SIGTERM: running calls are completed, new calls are rejected, and the exit code is 0', async () => {
    const waiting: (() => void)[] = [];
    const { url } = await startUpstream(({ id }, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      waiting.push(() =>
        response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [] } })}\n\n`),
      );
    });
    const { origin, child, exited } = await startEndpoint({ args: [...open, '--url', url] });
    const response = await post(origin, call(1));
    child.kill('SIGTERM');
    // Requests before the signal are processed; later requests are rejected.
    const isTaken = () =>
      post(origin, call(2), { connection: 'close' }).then(
        () => true,
        () => false,
      );
    while (await isTaken());
    for (const release of waiting) release();
    expect(await response.text()).toContain('"id":1');
    expect(await exited).toEqual([0, null]);
  });

  test('SIGTERM: an endless stream and its upstream stream are closed', async () => {
    let closed: Promise<unknown> | undefined;
    const { url } = await startUpstream((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      closed = once(response, 'close');
    });
    const { origin, child, exited } = await startEndpoint({ args: [...open, '--url', url] });
    const response = await post(origin, call(1));
    child.kill('SIGTERM');
    await expect(response.text()).rejects.toThrow();
    await closed;
    expect(await exited).toEqual([0, null]);
  });
});
