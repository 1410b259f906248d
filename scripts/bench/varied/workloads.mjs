// Defines the workloads with varied traffic. Each workload takes a command and counts, and returns its results. Every
// response is compared with the original. Changed and denied responses are counted, because ordinary traffic should
// have none.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cpuMilliseconds, peakMemory } from '../process-cost.mjs';
import { median, quantile } from '../statistics.mjs';
import { connect } from '../stdio-client.mjs';
import { createRandom } from './random.mjs';
import { createTexts, fillText } from './texts.mjs';
import { createTraffic } from './traffic.mjs';

const serverFile = fileURLToPath(new URL('./scripted-server.mjs', import.meta.url));
const FIRST = 1000;
const kinds = ['prose', 'code', 'json', 'base64'];
const sizes = { '1k': 1 << 10, '16k': 1 << 14, '256k': 1 << 18 };

const textResult = (text) => JSON.stringify({ content: [{ type: 'text', text }] });

/** Runs `work` with a server that returns `results`, and with a home folder for the state of the relay. */
async function withServer(results, work) {
  const folder = mkdtempSync(join(tmpdir(), 'claw-bench-'));
  const file = join(folder, 'results.json');
  writeFileSync(file, JSON.stringify(results));
  const env = { ...process.env, HOME: folder, CLAWDEFENDER_HOME: join(folder, 'claw') };
  try {
    return await work({ server: [process.execPath, serverFile, file], env });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Sends the calls `from` to `to` with at most `window` of them pending. Returns the time of each call and the number of
 * changed responses.
 */
async function send(client, { calls, results }, from, to, window) {
  const sentAt = new Float64Array(to - from);
  const times = [];
  let changed = 0;
  await client.exchange((done) => {
    let next = from;
    const fill = () => {
      let text = '';
      for (; next < to && next - from - times.length < window; next++) {
        sentAt[next - from] = performance.now();
        text += calls[next];
      }
      if (text !== '') client.send(text);
    };
    client.onLine = (line) => {
      const id = Number(/^\{"jsonrpc":"2.0","id":(\d+)/.exec(line.latin1Slice(0, 60))?.[1]);
      // Other ids belong to messages that the relay sends itself.
      if (!(id > from && id <= to)) return;
      times.push((performance.now() - sentAt[id - 1 - from]) * 1000);
      if (line.toString() !== `{"jsonrpc":"2.0","id":${id},"result":${results[(id - 1) % results.length]}}`)
        changed++;
      if (times.length === to - from) done();
      else fill();
    };
    fill();
  });
  return { times, changed };
}

/**
 * Measures start-up, many concurrent calls, and single calls one after another, all in one process as a client uses it.
 */
async function varied(command, { seed, variedCalls, variedWindow, singles, startups, timeout }) {
  const traffic = createTraffic(seed, variedCalls + singles);
  return withServer(traffic.results, async (at) => {
    const starts = [];
    for (let index = 0; index < startups; index++) {
      const start = performance.now();
      const client = await connect(command, timeout, at);
      starts.push(performance.now() - start);
      await client.close();
    }
    const client = await connect(command, timeout, at);
    const processes = client.processes();
    const cpu = [cpuMilliseconds(processes)];
    const start = performance.now();
    const first = await send(client, traffic, 0, FIRST, variedWindow);
    cpu.push(cpuMilliseconds(processes));
    const rest = await send(client, traffic, FIRST, variedCalls, variedWindow);
    const seconds = (performance.now() - start) / 1000;
    cpu.push(cpuMilliseconds(processes));
    const single = await send(client, traffic, variedCalls, variedCalls + singles, 1);
    const memory = peakMemory(processes);
    await client.close();
    return {
      varied_cpu_us: ((cpu[2] - cpu[0]) * 1000) / variedCalls,
      varied_first_cpu_us: ((cpu[1] - cpu[0]) * 1000) / FIRST,
      varied_calls_per_s: variedCalls / seconds,
      varied_p50_us: quantile(single.times, 0.5),
      varied_startup_ms: median(starts),
      varied_peak_mib: memory,
      varied_changed: first.changed + rest.changed + single.changed,
    };
  });
}

const call = (id) =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"read_text_file","arguments":{"path":"/srv/app/notes-${id}.md"}}}\n`;

/** Sends `total` calls with responses of one kind. Returns the wall-clock time and the CPU time per megabyte. */
async function costOf(command, results, { total, window, timeout }) {
  return withServer(results, async (at) => {
    const client = await connect(command, timeout, at);
    const traffic = { calls: Array.from({ length: total + 8 }, (_, index) => call(index + 1)), results };
    await send(client, traffic, 0, 8, window);
    const processes = client.processes();
    const cpu = cpuMilliseconds(processes);
    const [received, start] = [client.received, performance.now()];
    await send(client, traffic, 8, total + 8, window);
    const megabytes = (client.received - received) / 1e6;
    const cost = {
      speed: (megabytes / (performance.now() - start)) * 1000,
      cpu: (cpuMilliseconds(processes) - cpu) / megabytes,
    };
    await client.close();
    return cost;
  });
}

/** Measures responses of one megabyte, by the kind of their content. */
async function large(command, { seed, larges, largeSize, largeWindow, timeout }) {
  const texts = createTexts(createRandom(seed));
  const numbers = {};
  for (const kind of kinds) {
    const results = Array.from({ length: 4 }, () => textResult(fillText(texts[kind], largeSize)));
    const { speed } = await costOf(command, results, { total: larges, window: largeWindow, timeout });
    numbers[`large_${kind}_mb_per_s`] = speed;
  }
  return numbers;
}

/** Measures the CPU time per megabyte for responses of several sizes. It must not grow with the size. */
async function growing(command, { seed, growingMegabytes, timeout }) {
  const { prose, code, json, logs } = createTexts(createRandom(seed));
  const numbers = {};
  for (const [name, size] of Object.entries(sizes)) {
    const makers = [prose, code, json, logs];
    const results = Array.from({ length: 64 }, (_, index) => textResult(fillText(makers[index % 4], size)));
    const total = Math.ceil((growingMegabytes * 1e6) / size);
    numbers[`size_${name}_cpu_ms_per_mb`] = (
      await costOf(command, results, { total, window: 8, timeout })
    ).cpu;
  }
  return numbers;
}

export const variedWorkloads = { varied, kinds: large, sizes: growing };
