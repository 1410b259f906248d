// What the proxy costs, beside a bare relay in the same run: calls a second, the delay of an event, and the memory of many
// streams. Run `pnpm --filter @claw/proxy-http run build` first.
//
//   node packages/proxy-http/bench/main.mjs [--rounds 5] [--seconds 2] [--streams 1000]

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { median, quantile } from '../../../scripts/bench/statistics.mjs';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    streams: { type: 'string', default: '0' },
  },
});
const [rounds, seconds, streams] = [options.rounds, options.seconds, options.streams].map(Number);

const CONNECTIONS = 32;
const EVENTS = 500;

const children = [];
async function start(script, ...args) {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [line] = await once(child.stdout, 'data');
  return { port: Number(line.toString()), pid: child.pid };
}

const request = (id, input) => ({
  path: '/mcp',
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'x', arguments: input } }),
  bodyTimeout: 0,
});

/** Milliseconds of computing that a process has used so far. Unlike the time of day, others do not change it. */
function computing(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Calls a second, with so many connections at once, and what a call costs the relay. */
async function throughput({ port, pid }, size) {
  const before = computing(pid);
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: CONNECTIONS });
  const end = performance.now() + seconds * 1000;
  let calls = 0;
  const caller = async (first) => {
    for (let id = first; performance.now() < end; id += CONNECTIONS) {
      const { body } = await pool.request(request(id, { size }));
      await body.arrayBuffer();
      calls++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, i) => caller(i)));
  await pool.close();
  return { rate: calls / seconds, cost: ((computing(pid) - before) * 1000) / calls };
}

/** Milliseconds from the upstream to the client, for each event of a stream. */
async function delays({ port }) {
  const pool = new Pool(`http://127.0.0.1:${port}`);
  const { body } = await pool.request(request(1, { events: EVENTS, every: 2 }));
  const found = [];
  for await (const chunk of body) {
    const now = performance.timeOrigin + performance.now();
    for (const [, sent] of chunk.toString().matchAll(/"data":([\d.]+)/g)) found.push(now - Number(sent));
  }
  await pool.close();
  return found;
}

const megabytes = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** The memory of a process that carries many streams, when they have begun and a while later. */
async function manyStreams({ port, pid }) {
  const pool = new Pool(`http://127.0.0.1:${port}`);
  let events = 0;
  const open = Array.from({ length: streams }, async (_, id) => {
    const { body } = await pool.request(request(id, { events: 30, every: 1000 }));
    for await (const chunk of body) events += chunk.toString().split('data:').length - 1;
  });
  const sizes = [];
  const timer = setInterval(() => sizes.push(Math.round(megabytes(pid))), 3000);
  await Promise.all(open);
  clearInterval(timer);
  await pool.close();
  return { sizes, events };
}

const upstream = await start('upstream.mjs');
const bare = await start('bare-relay.mjs', String(upstream.port));
const ours = await start('our-proxy.mjs', String(upstream.port));

try {
  const say = (text) => process.stdout.write(`${text}\n`);
  const compare = async (name, measure, show) => {
    const pairs = [];
    await measure(bare);
    await measure(ours);
    for (let round = 0; round < rounds; round++) pairs.push([await measure(bare), await measure(ours)]);
    say(`${name}: ${show(pairs)}`);
  };
  for (const size of [100, 20_000, 1_000_000]) {
    const show = (pairs) => {
      const of = (name) => [0, 1].map((at) => median(pairs.map((pair) => pair[at][name])));
      const [rates, costs] = [of('rate'), of('cost')];
      const ratio = median(pairs.map(([other, own]) => own.rate / other.rate));
      const cheaper = median(pairs.map(([other, own]) => other.cost / own.cost));
      return (
        `bare ${Math.round(rates[0])}, ours ${Math.round(rates[1])}, ratio ${ratio.toFixed(2)}; ` +
        `computing a call in µs ${Math.round(costs[0])} and ${Math.round(costs[1])}, ratio ${cheaper.toFixed(2)}`
      );
    };
    await compare(`calls a second, answers of ${size} bytes`, (relay) => throughput(relay, size), show);
  }
  await compare('delay of an event in ms', delays, (pairs) => {
    const all = [0, 1].map((at) => pairs.flatMap((pair) => pair[at]));
    const [theirs, mine] = all.map((found) => [quantile(found, 0.5), quantile(found, 0.99)]);
    const added = mine[0] - theirs[0];
    const show = ([p50, p99]) => `p50 ${p50.toFixed(2)} p99 ${p99.toFixed(2)}`;
    return `bare ${show(theirs)}, ours ${show(mine)}, added at p50 ${added.toFixed(2)}`;
  });
  if (streams > 0) {
    const { sizes, events } = await manyStreams(ours);
    say(`${streams} streams, ${events} events, memory in MB every 3 s: ${sizes.join(' ')}`);
  }
} finally {
  for (const child of children) child.kill();
}
