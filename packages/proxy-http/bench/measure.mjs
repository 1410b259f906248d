// The measurements of a relay: calls per second and CPU time per call, the delay of an event, the memory of
// many streams.

import { readdirSync, readFileSync } from 'node:fs';
import { Pool } from 'undici';
import { callInTurn } from './http-caller.mjs';

const CONNECTIONS = 32;

const bodyOf = (id, input) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'x', arguments: input } });

const request = (id, input) => ({
  path: '/mcp',
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: bodyOf(id, input),
  bodyTimeout: 0,
  headersTimeout: 0,
});

/**
 * Returns the CPU time of a process so far in microseconds, including all threads. Unlike wall-clock time, it does
 * not depend on other processes.
 */
const computing = (pid) =>
  readdirSync(`/proc/${pid}/task`)
    .map(
      (thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1000,
    )
    .reduce((sum, time) => sum + time, 0);

/** Returns one response of this size, which is checked for correctness before the measurement. */
export async function answerOf({ port }, size) {
  const pool = new Pool(`http://127.0.0.1:${port}`);
  const { statusCode, body } = await pool.request(request(1, { size }));
  const text = await body.text();
  await pool.close();
  return `${statusCode} ${text}`;
}

/**
 * Returns the calls per second with this number of concurrent connections, and the CPU time of one call in the relay
 * in microseconds.
 */
export async function throughput({ port, pid }, size, seconds) {
  const before = computing(pid);
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const body = bodyOf(1, { size });
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => callInTurn(port, body, () => performance.now() >= end)),
  );
  const took = (performance.now() - begin) / 1000;
  const used = computing(pid) - before;
  const calls = counts.reduce((sum, count) => sum + count, 0);
  return { rate: calls / took, cost: used / calls, busy: used / 1e6 / took };
}

/** Returns the milliseconds from the upstream to the client for each event of a stream. */
export async function delays({ port }, events) {
  const pool = new Pool(`http://127.0.0.1:${port}`);
  const { body } = await pool.request(request(1, { events, every: 2 }));
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

/** Returns the memory of a process with many streams, measured ten times, and the number of forwarded events. */
export async function manyStreams({ port, pid }, streams, seconds) {
  const pool = new Pool(`http://127.0.0.1:${port}`);
  let events = 0;
  const open = Array.from({ length: streams }, async (_, id) => {
    const { body } = await pool.request(request(id, { events: seconds, every: 1000 }));
    for await (const chunk of body) events += chunk.toString().split('data:').length - 1;
  });
  const sizes = [];
  const timer = setInterval(() => sizes.push(Math.round(megabytes(pid))), seconds * 100);
  await Promise.all(open);
  clearInterval(timer);
  await pool.close();
  return { sizes, events };
}
