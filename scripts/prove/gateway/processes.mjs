// Manages the processes of a proof about gateways: nodes, a Redis server and an upstream server, and the calls to them.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { program } from '../commands.mjs';

const ADMIN_TOKEN = 'the-admin-token-of-the-proof-0000';
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Runs a proof with a folder and a list of processes, which are ended with the proof. */
export async function withProcesses(act) {
  const folder = mkdtempSync(join(tmpdir(), 'prove-gateway-'));
  const children = [];
  try {
    return await act({ folder, children });
  } finally {
    await Promise.all(children.map(stop));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

export async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Starts a program that prints its URL. */
export async function startScript({ children }, text, ...args) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', text, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: fileURLToPath(new URL('../../../packages/proxy-http/', import.meta.url)),
  });
  children.push(child);
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { child, origin: line.trim() };
}

/** Starts a node of a gateway. */
export async function startNode({ folder, children }, words = [], policy = undefined) {
  const home = mkdtempSync(join(folder, 'node-'));
  writeFileSync(join(home, 'gateway.toml'), 'allow_private_upstreams = ["127.0.0.0/8"]\n');
  if (policy !== undefined) writeFileSync(join(home, 'policy.toml'), policy, { mode: 0o600 });
  const env = {
    ...process.env,
    CLAWDEFENDER_HOME: home,
    CLAWDEFENDER_ADMIN_TOKEN: ADMIN_TOKEN,
    CLAWDEFENDER_SECRET_KEY: 'a secret key that all nodes of the proof share',
  };
  const child = spawn(process.execPath, [program, 'gateway', '--port', '0', ...words], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  children.push(child);
  const said = await printed(child, child.stderr, /Listening on (http:\/\/[^\s/]+)/);
  return { child, origin: said[1] };
}

/**
 * Starts a Redis server that loses no data when it exits. With `port`, it starts again with its earlier files.
 * `REDIS_SERVER` names another program, such as `valkey-server`.
 */
export async function startRedis({ folder, children }, port = undefined) {
  const chosen = port ?? (await freePort());
  const files = ['--save', '', '--appendonly', 'yes', '--dir', folder];
  const redis = process.env['REDIS_SERVER'] ?? 'redis-server';
  const child = spawn(redis, ['--port', String(chosen), '--bind', '127.0.0.1', ...files], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await printed(child, child.stdout, /eady to accept/);
  return { child, port: chosen, url: `redis://127.0.0.1:${chosen}` };
}

async function printed(child, stream, pattern) {
  let text = '';
  stream.setEncoding('utf8');
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    text += chunk;
    const found = pattern.exec(text);
    if (found === null) continue;
    stream.resume();
    return found;
  }
  throw new Error(`${child.spawnargs.join(' ')} ended: ${text}`);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Sends a request to the admin API; throws if the request fails. */
export async function admin({ origin }, method, path, body) {
  const response = await fetch(origin + path, {
    method,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** Creates a proxy with these rules, and a key for it. */
export async function createProxy(node, url, rules, name = 'files') {
  const { id } = await admin(node, 'POST', '/api/mcp', { name, url });
  await admin(node, 'PUT', `/api/mcp/${id}/rules`, { rules });
  const tags = [`mcp:${id}:tool:*`, `mcp:${id}:resource:*`];
  return { id, key: (await admin(node, 'POST', '/api/keys', { name: 'load', tags })).key };
}

export const callOf = (name, args) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });

/** Returns the status and the text of a response; rejects if the connection fails. */
export function post({ origin }, path, key, body) {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      accept: 'application/json, text/event-stream',
    };
    const sent = request(origin + path, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Waits until an action succeeds. */
export async function until(what, act, milliseconds = 10_000) {
  const end = performance.now() + milliseconds;
  for (;;) {
    if (await act().catch(() => false)) return;
    if (performance.now() > end) throw new Error(`${what} took longer than ${milliseconds} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Runs `work(index)` for each index below `count`, several at a time. */
export async function inParallel(count, width, work) {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
}

/**
 * The script of an upstream server. `GET /calls` returns the number of its calls. Streams stay open and get an event
 * each second. The tool `slow` takes 25 ms. The result contains the text of the argument `filler`.
 */
export const upstreamScript = `
import { createServer } from 'node:http';
let calls = 0;
const streams = new Set();
const news = 'data: ' + JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'one of many lines of news' } }) + '\\n\\n';
setInterval(() => { for (const stream of streams) stream.write(news); }, 1000);
const server = createServer((request, response) => {
  if (request.url === '/calls') return void response.end(String(calls));
  if (request.method === 'GET') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(': open\\n\\n');
    streams.add(response);
    response.on('close', () => streams.delete(response));
    return;
  }
  let body = '';
  request.setEncoding('utf8').on('data', (chunk) => { body += chunk; });
  request.on('end', () => {
    const { id, method, params } = JSON.parse(body);
    if (method === 'tools/call') calls += 1;
    const text = JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'done ' + (params?.arguments?.filler ?? '') }] } });
    const respond = () => { response.setHeader('Content-Type', 'application/json'); response.end(text); };
    if (params?.name === 'slow') setTimeout(respond, 25); else respond();
  });
}).listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));
`;

export const callsOf = async ({ origin }) => Number(await (await fetch(`${origin}/calls`)).text());
