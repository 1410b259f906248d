// A client that sends requests continuously and checks every response.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { script, throughProxy } from '../commands.mjs';
import { within } from '../deadline.mjs';
import { onLine } from '../lines.mjs';

const inFlight = 32;
/** Everything is checked and logged. Sampling is allowed, because there is no user to approve it. */
const policy = 'version = 1\ndefault = "log"\n[sampling]\naction = "allow"\n';
const largest = 2_000_000;
const alphabet = ['x', 'é', '\u2028', '\\', '"', '\u{1F980}', '\u0001', ' '];

export function createTraffic(random) {
  const [command, ...args] = throughProxy(script('--forget'));
  const home = mkdtempSync(join(tmpdir(), 'claw-soak-'));
  writeFileSync(join(home, 'policy.toml'), policy, { mode: 0o600 });
  const proxy = spawn(command, args, { stdio: 'pipe', env: { ...process.env, CLAWDEFENDER_HOME: home } });
  proxy.once('exit', () => rmSync(home, { recursive: true, force: true }));
  const waiting = new Map();
  const count = { requests: 0, answers: 0, notifications: 0, bytes: 0 };
  let nextId = 0;
  let broken;
  let breakOff = () => {};
  const breaking = new Promise((_, reject) => {
    breakOff = (reason) => {
      broken ??= new Error(reason);
      reject(broken);
    };
  });
  breaking.catch(() => {});

  onLine(proxy.stdout, receive);
  proxy.stdout.on('data', (chunk) => {
    count.bytes += chunk.length;
  });
  let lastWords = '';
  proxy.stderr.on('data', (chunk) => {
    lastWords = (lastWords + chunk).slice(-2000);
  });
  proxy.stdin.on('error', () => {});
  proxy.once('close', (code, signal) => {
    if (waiting.size > 0) breakOff(`the proxy ended (${code ?? signal})\n${lastWords}`);
  });

  function receive(text) {
    const message = JSON.parse(text);
    if (message.method === 'notifications/message') return receiveFlood(message.params.data);
    if (message.method) return answer(message);
    const expected = waiting.get(message.id);
    if (!expected) return breakOff(`an answer that nobody waits for: ${text.slice(0, 200)}`);
    waiting.delete(message.id);
    count.answers++;
    expected(message.result?.structuredContent);
  }

  // Only one flood runs at a time, so that the order of its messages can be checked.
  let flooded = 0;
  function receiveFlood(data) {
    count.notifications++;
    const number = Number.parseInt(data, 10);
    if (number !== flooded++) breakOff(`notification ${number} came where ${flooded - 1} was due`);
  }

  /** Responds to a request of the server with the content of the request. */
  function answer({ id, params }) {
    void write({ id, result: params });
  }

  // INVARIANT: messages are sent one at a time, because the chunks of two messages must not mix.
  let lastWrite = Promise.resolve();
  function write(message) {
    const bytes = Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    count.bytes += bytes.length;
    lastWrite = lastWrite.then(async () => {
      for (let at = 0; at < bytes.length; ) {
        // The number of chunks per message is limited, because large messages would take too much time.
        const piece = 1 + random.below(Math.max(8, bytes.length / 4));
        if (!proxy.stdin.write(bytes.subarray(at, at + piece))) await once(proxy.stdin, 'drain');
        at += piece;
        if (random.below(4) === 0) await new Promise(setImmediate);
      }
    });
    return lastWrite;
  }

  async function call(name, input) {
    const id = random.below(2) ? nextId++ : `s-${nextId++}`;
    count.requests++;
    const reply = new Promise((resolve) => waiting.set(id, resolve));
    await write({ id, method: 'tools/call', params: { name, arguments: input } });
    return within(20_000, `the answer to ${name} ${id}`, Promise.race([reply, breaking]));
  }

  const words = () => random.pick(alphabet).repeat(random.size(largest / 4));
  const kinds = [
    async () => {
      const text = words();
      expectSame('echo', (await call('echo', { text }))?.text, text);
    },
    async () => {
      const size = random.size(largest);
      const piece = Math.max(1, Math.floor(size / (1 + random.below(50))));
      expectSame('dribble', (await call('dribble', { size, piece }))?.text.length, size);
    },
    async () => {
      const question = { messages: [], maxTokens: 1, note: words().slice(0, 1000) };
      const reply = await call('ask', { method: 'sampling/createMessage', params: question });
      expectSame('ask', JSON.stringify(reply?.result), JSON.stringify(question));
    },
    async () => {
      await call('print', { text: 'debug text, not a message' });
    },
    async () => {
      await write({ method: 'notifications/progress', params: { progressToken: 1, progress: 1 } });
    },
  ];

  async function keepAsking(until) {
    while (performance.now() < until && !broken) await random.pick(kinds)();
  }

  async function keepFlooding(until) {
    while (performance.now() < until && !broken) {
      flooded = 0;
      const size = random.size(10_000);
      const { count: sent } = await call('flood', { count: 1 + random.below(2000), size });
      expectSame('flood', flooded, sent);
    }
  }

  return {
    async run(duration) {
      const ended = once(proxy, 'exit');
      try {
        const until = performance.now() + duration;
        const askers = Array.from({ length: inFlight }, () => keepAsking(until));
        await Promise.all([...askers, keepFlooding(until)]);
        expectSame('answers', count.answers, count.requests);
        proxy.stdin.end();
        const [code] = await within(10_000, 'the end of the proxy', ended);
        expectSame('exit code', code, 0);
      } finally {
        // The proxy is still running only after a failure. Its server exits when the pipes close.
        if (proxy.exitCode === null) proxy.kill('SIGTERM');
      }
    },
    residentMegabytes: () => residentMegabytes(proxy.pid),
    answered: () => count.answers,
    totals: () => ({ ...count, megabytes: Math.round(count.bytes / 1e6) }),
  };
}

function expectSame(what, actual, expected) {
  if (actual !== expected) throw new Error(`${what}: got ${show(actual)}, expected ${show(expected)}`);
}

const show = (value) => `${String(value).slice(0, 80)} (${String(value).length} characters)`;

function residentMegabytes(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
