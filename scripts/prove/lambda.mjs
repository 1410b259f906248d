// Runs hostile functions and ordinary calls at the same time, over stdio and through a gateway. Each function must be
// stopped within its limits, and other calls must not be delayed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { quantile } from '../bench/statistics.mjs';
import { program } from './commands.mjs';
import {
  callOf,
  createProxy,
  post,
  startNode,
  startScript,
  upstreamScript,
  withProcesses,
} from './gateway/processes.mjs';

const TIMEOUT_MS = 50;
/**
 * The maximum time after the limit until the thread of the function is ended and the denial has arrived, including a
 * margin for a busy machine.
 */
const GRACE_MS = 2000;
/**
 * The maximum additional delay of other calls, as a factor and in milliseconds. It is not zero, because the thread of a
 * function needs a CPU core as well.
 */
const FACTOR = 3;
const SLACK_MS = 25;

const hostile = {
  loop: 'for (;;);',
  memory: 'const all = []; for (;;) all.push("x".repeat(1e5) + all.length);',
  regex: 'return /^(a+)+$/.test("a".repeat(60) + "b");',
  output: 'return { note: "x".repeat(20e6) };',
  deep: 'const f = (n) => [f(n + 1)]; f(0);',
  getter: 'return { get deny() { for (;;); } };',
  json: 'return { toJSON() { for (;;); } };',
  prototype: 'Object.prototype.toJSON = Array.prototype.push = () => { for (;;); }; return { deny: "x" };',
  proxy: 'return new Proxy({}, { ownKeys() { for (;;); } });',
  promise: 'return new Promise(() => {});',
  async: 'return (async () => { for (;;) await null; })();',
};

const server = `
const { createInterface } = require('node:readline');
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id } = JSON.parse(line);
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: { content: [] } }) + '\\n');
});`;

const allowAll = 'version = 1\ndefault = "allow"\n';
const rules = Object.entries(hostile).map(([tool, body]) => ({
  rule_type: 'lambda',
  name: tool,
  tools: [tool],
  phase: 'access',
  timeout_ms: TIMEOUT_MS,
  code: `function handle(event) { ${body} }`,
}));
/** A JSON string or array is valid TOML as well. */
const guards = rules.map((rule) => {
  const lines = Object.entries(rule).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  return `[[guard]]\n${lines.join('\n')}\n`;
});
const policy = allowAll + guards.join('');

export const proof = {
  name: 'lambda',
  summary: 'hostile functions are stopped within their limits and do not delay other calls',
  async run({ say, quick }) {
    const count = quick ? 100 : 2000;
    const overStdio = await withStdioSession((session) => measure(session, count, say));
    const throughGateway = await withGatewaySession((session) => measure(session, count, say));
    const names = (facts, place) => Object.entries(facts).map(([name, fact]) => [`${place}: ${name}`, fact]);
    return Object.fromEntries([...names(overStdio, 'stdio'), ...names(throughGateway, 'gateway')]);
  },
};

/** Compares the times of ordinary calls with and without hostile functions; throws if the functions delay them. */
async function measure(session, count, say) {
  await ordinaryCalls(session, count);
  // The load of the machine may change during the run, so phases with and without hostile functions alternate.
  const [calm, storm] = [[], []];
  const slowest = {};
  for (let round = 0; round < 4; round += 1) {
    calm.push(...(await ordinaryCalls(session, count)));
    const attack = attackUntil(session, slowest);
    storm.push(...(await ordinaryCalls(session, count)));
    await attack.stop();
  }
  const [calmP99, stormP99] = [quantile(calm, 0.99), quantile(storm, 0.99)];
  say(
    `p99 of ordinary calls ${session.name}: ${calmP99.toFixed(2)} ms alone, ${stormP99.toFixed(2)} ms beside hostile functions`,
  );
  for (const [tool, ms] of Object.entries(slowest)) {
    say(`  ${tool.padEnd(10)} refused after at most ${Math.round(ms)} ms`);
    if (ms > TIMEOUT_MS + GRACE_MS)
      throw new Error(`\`${tool}\` was refused only after ${Math.round(ms)} ms`);
  }
  if (stormP99 > calmP99 * FACTOR + SLACK_MS)
    throw new Error(`p99 rose from ${calmP99} ms to ${stormP99} ms`);
  return {
    'p99 ms alone': round(calmP99),
    'p99 ms beside hostile functions': round(stormP99),
    'slowest denial ms': Math.round(Math.max(...Object.values(slowest))),
  };
}

const round = (milliseconds) => Math.round(milliseconds * 100) / 100;

/** Starts the built proxy, and passes a session to a function. */
async function withStdioSession(act) {
  const folder = mkdtempSync(join(tmpdir(), 'claw-lambda-'));
  const session = startSession(folder);
  try {
    return await act(session);
  } finally {
    await session.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Like `withStdioSession`, for a gateway whose proxy has the functions as rules. */
const withGatewaySession = (act) =>
  withProcesses(async (processes) => {
    const node = await startNode(processes, [], allowAll);
    const upstream = await startScript(processes, upstreamScript);
    const { key } = await createProxy(node, `${upstream.origin}/mcp`, rules);
    let lastId = 0;
    return act({
      name: 'through a gateway',
      async call(tool) {
        lastId += 1;
        const start = performance.now();
        const { text } = await post(node, '/mcp/files', key, callOf(tool, { id: lastId }));
        return { ms: performance.now() - start, response: JSON.parse(text) };
      },
    });
  });

/** A session has a function that calls a tool and returns the time and the response. */
function startSession(folder) {
  const [file, script] = [join(folder, 'policy.toml'), join(folder, 'server.cjs')];
  writeFileSync(file, policy);
  writeFileSync(script, server);
  const child = spawn(
    process.execPath,
    [program, 'proxy', '--policy', file, '--', process.execPath, script],
    { stdio: ['pipe', 'pipe', 'ignore'], env: { ...process.env, CLAWDEFENDER_HOME: folder } },
  );
  const waiting = new Map();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const response = JSON.parse(line);
    waiting.get(response.id)?.(response);
    waiting.delete(response.id);
  });
  let lastId = 0;
  return {
    name: 'over stdio',
    call(tool) {
      lastId += 1;
      const id = lastId;
      const start = performance.now();
      const params = { name: tool, arguments: { id } };
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`);
      return new Promise((resolve) => {
        waiting.set(id, (response) => resolve({ ms: performance.now() - start, response }));
      });
    },
    async end() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

async function ordinaryCalls(session, count) {
  const times = [];
  for (let call = 0; call < count; call += 1) times.push((await session.call('ordinary')).ms);
  return times;
}

/** Calls one hostile function after another until `isOver`. Records the longest time of each function. */
function attackUntil(session, slowest) {
  let isOver = false;
  const done = (async () => {
    // Every function is called at least once.
    for (let round = 0; round === 0 || !isOver; round += 1)
      for (const tool of Object.keys(hostile)) {
        if (isOver && round > 0) break;
        const { ms, response } = await session.call(tool);
        if (response.error?.code !== -32001) throw new Error(`\`${tool}\` was not refused`);
        slowest[tool] = Math.max(slowest[tool] ?? 0, ms);
      }
  })();
  done.catch(() => {});
  return {
    stop: () => {
      isOver = true;
      return done;
    },
  };
}
