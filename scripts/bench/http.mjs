// Measures the whole program over HTTP with all checks and the log, and compares it with a minimal relay that uses
// node:http and undici. Responses are 20 kB of varied text. The two are measured alternately in rounds; the result is
// the ratio of the medians.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { program } from './build.mjs';
import { cpuMilliseconds } from './process-cost.mjs';
import { median, rounded } from './statistics.mjs';
import { createRandom } from './varied/random.mjs';
import { createTexts, fillText } from './varied/texts.mjs';

const SIZE = 20_000;
const CONNECTIONS = 16;
const bareRelay = fileURLToPath(new URL('../../packages/proxy-http/bench/relay-bare.mjs', import.meta.url));
const upstreamFile = fileURLToPath(new URL('./varied/http-upstream.mjs', import.meta.url));

/** Returns the calls per second and the CPU time per call of both. */
export async function runHttp({ seed = 1, quick, rounds = quick ? 1 : 5 }) {
  const folder = mkdtempSync(join(tmpdir(), 'claw-bench-'));
  const children = [];
  const start = async (words, stream, pattern) => {
    const env = { ...process.env, HOME: folder, CLAWDEFENDER_HOME: join(folder, 'claw') };
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'], env });
    children.push(child);
    let printed = '';
    for await (const chunk of child[stream].iterator({ destroyOnReturn: false })) {
      printed += chunk;
      const port = pattern.exec(printed)?.[1];
      if (port !== undefined) return { port: Number(port), pid: child.pid };
    }
    throw new Error(`\`${words.join(' ')}\` did not start: ${printed}`);
  };
  try {
    const file = join(folder, 'results.json');
    writeFileSync(file, JSON.stringify(createResults(Number(seed))));
    const upstream = await start([upstreamFile, file], 'stdout', /(\d+)\n/);
    const url = `http://127.0.0.1:${upstream.port}/`;
    const relays = {
      bare: await start([bareRelay, String(upstream.port)], 'stdout', /(\d+)\n/),
      clawdefender: await start(
        [program, 'proxy', '--url', url, '--listen', '127.0.0.1:0'],
        'stderr',
        /Listening on http:\/\/127\.0\.0\.1:(\d+)/,
      ),
    };
    for (const child of children) child.stderr.resume();
    return await measureInTurns(relays, Number(rounds), quick ? 500 : 2000);
  } finally {
    for (const child of children) {
      child.kill();
      await once(child, 'exit').catch(() => {});
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function createResults(seed) {
  const { prose, code, json, logs } = createTexts(createRandom(seed));
  const makers = [prose, code, json, logs];
  return Array.from({ length: 200 }, (_, index) => {
    const text = fillText(makers[index % makers.length], SIZE);
    return JSON.stringify({ content: [{ type: 'text', text }] });
  });
}

async function measureInTurns(relays, rounds, calls) {
  const found = Object.fromEntries(Object.keys(relays).map((name) => [name, []]));
  for (const relay of Object.values(relays)) await measure(relay, calls);
  for (let round = 0; round < rounds; round++)
    for (const [name, relay] of Object.entries(relays)) found[name].push(await measure(relay, calls));
  const of = (name, key) => rounded(median(found[name].map((one) => one[key])));
  return ['calls_per_s', 'cpu_us_per_call'].map((key) => {
    const [bare, ours] = [of('bare', key), of('clawdefender', key)];
    return { name: `http, 20 kB answers: ${key}`, key, bare, ours, ratio: rounded(ours / bare) };
  });
}

async function measure({ port, pid }, calls) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const cpu = cpuMilliseconds([pid]);
  const start = performance.now();
  let next = 1;
  const work = async () => {
    for (let id = next++; id <= calls; id = next++) await post(agent, port, id);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  return {
    calls_per_s: calls / seconds,
    cpu_us_per_call: ((cpuMilliseconds([pid]) - cpu) * 1000) / calls,
  };
}

/** Makes one call. A response that is not the complete text is an error. */
function post(agent, port, id) {
  const body = `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"read_text_file","arguments":{"path":"/srv/app/notes-${id}.md"}}}`;
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'content-length': body.length,
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      { agent, port, host: '127.0.0.1', path: '/mcp', method: 'POST', headers },
      (response) => {
        let length = 0;
        response.on('data', (chunk) => {
          length += chunk.length;
        });
        response.on('end', () =>
          response.statusCode === 200 && length > SIZE
            ? resolve()
            : reject(new Error(`call ${id} was answered with ${response.statusCode} and ${length} bytes`)),
        );
      },
    );
    sent.on('error', reject).end(body);
  });
}
