// Measures the cost of a gateway: calls through ten rules compared with a minimal relay, results from the cache, open
// streams, and the CPU time per call on one node and on two. Only the CPU time of the server processes is measured, so
// other load on the machine matters little.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import {
  callOf,
  createProxy,
  inParallel,
  post,
  startNode,
  startRedis,
  startScript,
  until,
  upstreamScript,
  withProcesses,
} from './processes.mjs';

export const proof = {
  name: 'gateway-load',
  summary: 'the cost of a gateway per call, and of its cache, open streams and a second node',
  run: (options) => withProcesses((processes) => run(processes, options)),
};

const STREAM_MILLISECONDS = 30_000;
const TICKS_PER_SECOND = 100;
/** The targets: factors, and the maximum growth in MB while open streams receive an event each second. */
const LIMITS = { ratio: 0.5, cache: 3, nodes: 1.6, megabytes: 5 };

async function run(processes, { quick = false, say }) {
  const calls = quick ? 400 : 3000;
  const upstream = await startScript(processes, upstreamScript);
  const relay = await startScript(processes, relayScript, upstream.origin);
  const { url } = await startRedis(processes);
  const embedded = await startNode(processes);
  const nodes = [await startNode(processes, ['--redis', url]), await startNode(processes, ['--redis', url])];
  const prepare = async (node) => (await createProxy(node, `${upstream.origin}/mcp`, rules)).key;
  const key = await prepare(embedded);
  const shared = await prepare(nodes[0]);
  await until('the second node', () => send(nodes[1], '/mcp/files', shared, callOf('echo', {})));
  const facts = {
    relay: await compareWithRelay({ relay, gateway: embedded, key, calls }),
    cache: await measureCache({ gateway: embedded, key, calls: Math.min(calls, 300) }),
    nodes: await compareNodes({ nodes, key: shared, calls }),
    streams: await openStreams({ gateway: embedded, key, count: quick ? 100 : 1000 }),
  };
  say(JSON.stringify(facts, undefined, 2));
  const missed = [
    ...Object.entries(facts.relay).map(([size, { ratio }]) => [
      `${size} against a relay`,
      ratio,
      LIMITS.ratio,
    ]),
    ['the cache', facts.cache.faster, LIMITS.cache],
    ['two nodes', facts.nodes.speedup, LIMITS.nodes],
    ['memory of open streams in MB', -facts.streams.grownMB, -LIMITS.megabytes],
  ].filter(([, value, limit]) => value < limit);
  if (missed.length > 0 && !quick)
    throw new Error(missed.map(([what, value, limit]) => `${what}: ${value} of ${limit}`).join('; '));
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, JSON.stringify(fact)]));
}

/**
 * Makes varied calls in interleaved rounds. `ratio` is that of the CPU time per call, `throughput` that of the calls per
 * second. The first calls are not measured, because the CPU time of the process includes compiling its code.
 */
async function compareWithRelay({ relay, gateway, key, calls }) {
  const facts = {};
  for (const size of [100, 20_000]) {
    const cost = { relay: 0, gateway: 0 };
    const time = { relay: 0, gateway: 0 };
    const servers = { relay: [relay, '/mcp'], gateway: [gateway, '/mcp/files'] };
    for (const [server, path] of Object.values(servers)) await load(server, path, key, size, 3 * calls);
    for (let round = 0; round < 3; round += 1)
      for (const [name, [server, path]] of Object.entries(servers)) {
        const started = performance.now();
        cost[name] += await cpuOf(server, () => load(server, path, key, size, calls));
        time[name] += performance.now() - started;
      }
    const perCall = (seconds) => Math.round((seconds / (3 * calls)) * 1e6);
    facts[`${size} B`] = {
      relayMicroseconds: perCall(cost.relay),
      gatewayMicroseconds: perCall(cost.gateway),
      ratio: round2(cost.relay / cost.gateway),
      throughput: round2(time.relay / time.gateway),
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
    // Only the first node is measured. The second node has the same settings and handles the other half of the calls.
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
  let events = 0;
  const before = memoryOf(gateway);
  for (let index = 0; index < count; index += 1) {
    const opened = request(`${gateway.origin}/mcp/files`, {
      headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' },
      agent: false,
    }).end();
    opened.on('error', () => {});
    const [response] = await once(opened, 'response');
    if (response.statusCode !== 200) throw new Error(`a stream was answered with ${response.statusCode}`);
    response.on('data', () => {
      events += 1;
    });
    response.on('error', () => {});
    sockets.push(opened);
  }
  // Waits until the heap has the size that the first events need.
  await new Promise((resolve) => setTimeout(resolve, STREAM_MILLISECONDS));
  const opened = memoryOf(gateway);
  events = 0;
  await new Promise((resolve) => setTimeout(resolve, STREAM_MILLISECONDS));
  const later = memoryOf(gateway);
  for (const socket of sockets) socket.destroy();
  if (events < 20 * count) throw new Error(`${count} streams got only ${events} events`);
  const grown = round2(later - opened);
  return { count, events, beforeMB: before, openMB: opened, after30sMB: later, grownMB: grown };
}

/** Makes calls whose arguments and results all differ, as those of agents do. */
const load = (server, path, key, size, calls) =>
  inParallel(calls, 16, () =>
    send(server, path, key, callOf('echo', { n: Math.random(), filler: textOf(size) })),
  );

const words = 'the report of last week names three open points: prices, dates, and who signs them'.split(' ');

function textOf(size) {
  let text = '';
  while (text.length < size - 20)
    text += `${words[Math.floor(Math.random() * words.length)]} ${Math.random() < 0.1 ? Math.floor(Math.random() * 1e5) : ''}`;
  return text.slice(0, Math.max(0, size - 20));
}

async function send(server, path, key, body) {
  const { status, text } = await post(server, path, key, body);
  if (status !== 200 || !text.includes('"result"')) throw new Error(`${status} ${text.slice(0, 300)}`);
  return text;
}

/** Returns the CPU time in seconds that a process uses during an action. */
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

const relayScript = `
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
