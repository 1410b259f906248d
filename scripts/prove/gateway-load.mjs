// What a gateway costs: calls through ten rules against a bare relay, results from the cache, open streams, and CPU time per call on one
// node and on two. CPU time is that of the server processes, so other load on the machine matters little.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const proof = {
  name: 'gateway-load',
  summary: 'cost of a gateway per call, of its cache, of open streams and of a second node',
  run,
};

const program = fileURLToPath(new URL('../../packages/cli/dist/main.cjs', import.meta.url));
const ADMIN_TOKEN = 'the-admin-token-of-the-proof';
const TICKS_PER_SECOND = 100;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

async function run({ quick = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'claw-gateway-load-'));
  const children = [];
  const calls = quick ? 400 : 3000;
  try {
    const upstream = await start(children, upstreamProgram, [], {});
    const relay = await start(children, relayProgram, [upstream.origin], {});
    const redis = await startRedis(children, folder);
    const embedded = await startGateway(children, folder, 'embedded');
    const nodes = [
      await startGateway(children, folder, 'one', '--redis', redis),
      await startGateway(children, folder, 'two', '--redis', redis),
    ];
    const key = await prepare(embedded, upstream.origin);
    const shared = await prepare(nodes[0], upstream.origin);
    await settle(nodes[1], shared);
    return {
      relay: await compareWithRelay({ relay, gateway: embedded, key, calls }),
      cache: await measureCache({ gateway: embedded, key, calls: Math.min(calls, 300) }),
      nodes: await compareNodes({ nodes, key: shared, calls }),
      streams: await openStreams({ gateway: embedded, key, count: quick ? 100 : 1000 }),
    };
  } finally {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Varied calls in interleaved rounds; the ratio is that of CPU time per call. */
async function compareWithRelay({ relay, gateway, key, calls }) {
  const facts = {};
  for (const size of [100, 20_000]) {
    const cost = { relay: 0, gateway: 0 };
    await load(relay, '/mcp', key, size, calls / 4);
    await load(gateway, '/mcp/files', key, size, calls / 4);
    for (let round = 0; round < 3; round += 1) {
      cost.relay += await cpuOf(relay, () => load(relay, '/mcp', key, size, calls));
      cost.gateway += await cpuOf(gateway, () => load(gateway, '/mcp/files', key, size, calls));
    }
    const perCall = (seconds) => Math.round((seconds / (3 * calls)) * 1e6);
    facts[`${size} B`] = {
      relayMicroseconds: perCall(cost.relay),
      gatewayMicroseconds: perCall(cost.gateway),
      ratio: round2(cost.relay / cost.gateway),
    };
  }
  return facts;
}

async function measureCache({ gateway, key, calls }) {
  const call = (args) => send(gateway, '/mcp/files', key, callOf('slow', args));
  await call({ same: true });
  const time = async (argsOf) => {
    const started = performance.now();
    for (let index = 0; index < calls; index += 1) await call(argsOf(index));
    return (performance.now() - started) / calls;
  };
  const [misses, hits] = [await time((index) => ({ index })), await time(() => ({ same: true }))];
  return { missMilliseconds: round2(misses), hitMilliseconds: round2(hits), faster: round2(misses / hits) };
}

async function compareNodes({ nodes, key, calls }) {
  const [one, two] = nodes;
  await load(one, '/mcp/files', key, 100, calls / 4);
  await load(two, '/mcp/files', key, 100, calls / 4);
  let [alone, together] = [0, 0];
  for (let round = 0; round < 3; round += 1) {
    alone += await cpuOf(one, () => load(one, '/mcp/files', key, 100, calls));
    const half = () => Promise.all(nodes.map((node) => load(node, '/mcp/files', key, 100, calls / 2)));
    together += await cpuOf(one, () => half());
    // The other half was measured on the first node only; both do the same.
  }
  const perCallAlone = alone / (3 * calls);
  const perCallTogether = together / (3 * (calls / 2));
  return {
    aloneMicroseconds: Math.round(perCallAlone * 1e6),
    togetherMicroseconds: Math.round(perCallTogether * 1e6),
    speedup: round2((2 * perCallAlone) / perCallTogether),
  };
}

async function openStreams({ gateway, key, count }) {
  const sockets = [];
  const before = memoryOf(gateway);
  for (let index = 0; index < count; index += 1) {
    const opened = request(`${gateway.origin}/mcp/files`, {
      headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' },
      agent: false,
    }).end();
    opened.on('error', () => {});
    const [response] = await once(opened, 'response');
    if (response.statusCode !== 200) throw new Error(`a stream was answered with ${response.statusCode}`);
    response.resume();
    response.on('error', () => {});
    sockets.push(opened);
  }
  const opened = memoryOf(gateway);
  await new Promise((resolve) => setTimeout(resolve, 15_000));
  const later = memoryOf(gateway);
  for (const socket of sockets) socket.destroy();
  return { count, beforeMB: before, openMB: opened, after15sMB: later, grownMB: round2(later - opened) };
}

async function load(server, path, key, size, calls) {
  let next = 0;
  const work = async () => {
    while (next < calls) {
      next += 1;
      const filler = 'x'.repeat(Math.max(0, size - 20));
      await send(server, path, key, callOf('echo', { n: Math.random(), filler }));
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
}

const callOf = (name, args) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });

function send({ origin }, path, key, body) {
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
      response.on('end', () =>
        response.statusCode === 200 && text.includes('"result"')
          ? resolve(text)
          : reject(new Error(`${response.statusCode} ${text.slice(0, 300)}`)),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** CPU seconds of a process while something is done. */
async function cpuOf({ child }, act) {
  const read = () => {
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  };
  const before = read();
  await act();
  return read() - before;
}

const memoryOf = ({ child }) =>
  round2(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024);

const round2 = (value) => Math.round(value * 100) / 100;

async function start(children, text, args, env) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', text, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: fileURLToPath(new URL('../../packages/proxy-http/', import.meta.url)),
  });
  children.push(child);
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { child, origin: line.trim() };
}

async function startGateway(children, folder, name, ...words) {
  const home = mkdtempSync(join(folder, `${name}-`));
  writeFileSync(join(home, 'gateway.toml'), 'allow_private_upstreams = ["127.0.0.0/8"]\n');
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
  let printed = '';
  child.stderr.setEncoding('utf8');
  for await (const chunk of child.stderr.iterator({ destroyOnReturn: false })) {
    printed += chunk;
    const origin = /Listening on (http:\/\/[^\s/]+)/.exec(printed)?.[1];
    if (origin !== undefined) {
      child.stderr.resume();
      return { child, origin };
    }
  }
  throw new Error(`the gateway ended: ${printed}`);
}

async function startRedis(children, folder) {
  const port = await freePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  const child = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  child.stdout.setEncoding('utf8');
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false }))
    if (chunk.includes('eady to accept')) break;
  child.stdout.resume();
  return `redis://127.0.0.1:${port}`;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** A proxy with ten rules, and a key for it. */
async function prepare({ origin }, upstream) {
  const admin = async (method, path, body) => {
    const response = await fetch(origin + path, {
      method,
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response.json();
  };
  const { id } = await admin('POST', '/api/mcp', { name: 'files', url: `${upstream}/mcp` });
  const limit = (name) => ({
    rule_type: 'rate_limit',
    name,
    tools: ['*'],
    match_key: 'consumer',
    threshold: 10_000_000,
    timespan: 600,
  });
  const replace = (dlp_rule_id) => ({
    rule_type: 'response_replace',
    tools: ['*'],
    dlp_rule_id,
    replacement: '***',
  });
  const rules = [
    { rule_type: 'ip_acl', tools: ['*'], action: 'allow', cidrs: ['127.0.0.0/8', '::1'] },
    { rule_type: 'ip_acl', tools: ['*'], action: 'deny', cidrs: ['10.0.0.0/8'] },
    limit('calls'),
    { ...limit('delete'), tools: ['delete_*'] },
    {
      rule_type: 'tool_description_inject',
      tools: ['*'],
      inject_text: 'Ask first.',
      inject_position: 'append',
    },
    replace('emails'),
    replace('iban'),
    replace('credit_cards'),
    replace('api_keys'),
    { rule_type: 'static_cache', tools: ['slow'], cache_ttl: 600 },
  ];
  await admin('PUT', `/api/mcp/${id}/rules`, { rules });
  return (await admin('POST', '/api/keys', { name: 'load', tags: [`mcp:${id}:tool:*`] })).key;
}

async function settle(node, key) {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    try {
      return await send(node, '/mcp/files', key, callOf('echo', {}));
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error('the second node does not know the proxy');
}

const upstreamProgram = `
import { createServer } from 'node:http';
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(': open\\n\\n');
    return;
  }
  let body = '';
  request.setEncoding('utf8').on('data', (chunk) => { body += chunk; });
  request.on('end', () => {
    const { id, params } = JSON.parse(body);
    const text = JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'done ' + (params?.arguments?.filler ?? '') }] } });
    const respond = () => { response.setHeader('Content-Type', 'application/json'); response.end(text); };
    if (params?.name === 'slow') setTimeout(respond, 25); else respond();
  });
}).listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));
`;

const relayProgram = `
import { createServer } from 'node:http';
import { Pool } from 'undici';
const pool = new Pool(process.argv[1], { pipelining: 1 });
const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', async () => {
    const { statusCode, headers, body } = await pool.request({ path: request.url, method: request.method, headers: { 'content-type': 'application/json' }, body: Buffer.concat(chunks) });
    response.writeHead(statusCode, { 'content-type': headers['content-type'] });
    body.pipe(response);
  });
}).listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));
`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const quick = process.argv.includes('--quick');
  process.stdout.write(`${JSON.stringify(await run({ quick }), undefined, 2)}\n`);
  process.exit(0);
}
