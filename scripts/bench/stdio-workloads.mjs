// Defines the four stdio workloads. Each takes a command and counts, and returns its results.

import { cpuMilliseconds, peakMemory } from './process-cost.mjs';
import { median, quantile } from './statistics.mjs';
import { connect } from './stdio-client.mjs';

const words = 'plain words about gardens and rivers and quiet towns at noon ';

/** Returns a call of exactly `size` bytes, including the line feed. */
export function callOfSize(id, size) {
  const line = (text) =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"echo","arguments":{"text":"${text}"}}}\n`;
  const missing = Math.max(0, size - line('').length);
  return line(words.repeat(Math.ceil(missing / words.length)).slice(0, missing));
}

const largeCall = (id, size) =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"echo","arguments":{"size":${size}}}}\n`;

/** Keeps `window` calls pending until `total` calls have responses. `check` returns the error of a response, if any. */
const pipeline = (client, { total, window, call, check }) =>
  client.exchange((done, fail) => {
    let sent = 0;
    let answered = 0;
    const fill = () => {
      let text = '';
      while (sent < total && sent - answered < window) text += call(++sent);
      if (text !== '') client.send(text);
    };
    client.onLine = (line) => {
      const problem = check(line);
      if (problem !== undefined) fail(problem);
      else if (++answered === total) done();
      else fill();
    };
    fill();
  });

function checkEcho(line) {
  const { error, result } = JSON.parse(line.toString());
  if (error) return `a call was refused: ${error.message}`;
  return typeof result.content[0].text === 'string' ? undefined : 'an answer holds no text';
}

const small = (client, total, window, size) =>
  pipeline(client, { total, window, call: (id) => callOfSize(id, size), check: checkEcho });

/** Returns the wall-clock time and the CPU time of an action. Without /proc, the CPU time is unknown. */
async function cost(client, work) {
  const processes = client.processes();
  const cpu = cpuMilliseconds(processes);
  const start = performance.now();
  await work();
  return { processes, milliseconds: performance.now() - start, cpu: cpuMilliseconds(processes) - cpu };
}

/** Measures the time from the start of the process to the response to `initialize`. */
async function startup(command, { startups, timeout }) {
  const times = [];
  for (let index = 0; index < startups; index++) {
    const start = performance.now();
    const client = await connect(command, timeout);
    times.push(performance.now() - start);
    await client.close();
  }
  return { startup_ms: median(times) };
}

/** Measures calls one after another. */
async function latency(command, { calls, warmup, messageSize, timeout }) {
  const client = await connect(command, timeout);
  await small(client, warmup, 1, messageSize);
  const lines = Array.from({ length: calls }, (_, id) => callOfSize(id + 1, messageSize));
  const times = [];
  await client.exchange((done, fail) => {
    let start = 0;
    const next = () => {
      start = performance.now();
      client.send(lines[times.length]);
    };
    client.onLine = (line) => {
      times.push((performance.now() - start) * 1000);
      const problem = checkEcho(line);
      if (problem !== undefined) fail(problem);
      else if (times.length === calls) done();
      else next();
    };
    next();
  });
  await client.close();
  return { latency_p50_us: quantile(times, 0.5), latency_p99_us: quantile(times, 0.99) };
}

/** Measures concurrent calls. */
async function throughput(command, { pipelined, window, warmup, messageSize, timeout }) {
  const client = await connect(command, timeout);
  await small(client, warmup, window, messageSize);
  const { processes, milliseconds, cpu } = await cost(client, () =>
    small(client, pipelined, window, messageSize),
  );
  const memory = peakMemory(processes);
  await client.close();
  const numbers = { msgs_per_s: (pipelined / milliseconds) * 1000 };
  if (processes.length === 0) return numbers;
  return { ...numbers, cpu_us_per_call: (cpu * 1000) / pipelined, rss_small_mib: memory };
}

/** Measures responses of one megabyte. */
async function large(command, { larges, largeSize, largeWindow, timeout }) {
  const client = await connect(command, timeout);
  const check = (line) =>
    line.length > largeSize && line.indexOf('"result"') !== -1 ? undefined : 'a large answer is damaged';
  const answers = (total) =>
    pipeline(client, { total, window: largeWindow, call: (id) => largeCall(id, largeSize), check });
  await answers(Math.min(larges, 5));
  const before = client.received;
  const { processes, milliseconds, cpu } = await cost(client, () => answers(larges));
  const megabytes = (client.received - before) / 1e6;
  const memory = peakMemory(processes);
  await client.close();
  const numbers = { large_mb_per_s: (megabytes / milliseconds) * 1000 };
  if (processes.length === 0) return numbers;
  return { ...numbers, large_cpu_ms_per_mb: cpu / megabytes, peak_rss_mib: memory };
}

export const workloads = { startup, latency, throughput, large };
