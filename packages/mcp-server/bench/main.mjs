// Compares `checkIntent` over stdio with servers of the official SDKs that return a constant, in one run.
// Calls are counted for one second of CPU time. Our server decides, resolves links and writes its log entry;
// only its rate limits are disabled. Run `npx pnpm build` first.
//
//   node packages/mcp-server/bench/main.mjs [--calls N] [--rounds N] [--json]

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cpuMilliseconds } from '../../../scripts/bench/process-cost.mjs';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
});
const calls = Number(values.calls);

const servers = {
  'bare SDK 1.32': 'bare-sdk1.mjs',
  'bare SDK 2.4': 'bare-sdk2.mjs',
  'ours, a file': 'our-server.mjs',
  'ours, a command': 'our-server.mjs',
};
const intents = {
  'ours, a command': { action_type: 'shell_execute', target: 'git status && npm test' },
};
const usual = { action_type: 'file_read', target: '/usr/share/dict/words' };

/** The number of concurrent calls. */
const ahead = 32;

class Server {
  constructor(file, intent) {
    this.child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.answered = 0;
    this.intent = { description: 'Read a file', reason: 'to measure', ...intent };
    this.child.stdout.on('data', (chunk) => {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) this.answered += 1;
      this.wake?.();
    });
  }

  async greet() {
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'bench', version: '1' },
    };
    this.send([{ id: 'hello', method: 'initialize', params }]);
    await this.until(1);
    this.send([{ method: 'notifications/initialized' }]);
  }

  send(messages) {
    this.child.stdin.write(messages.map((one) => `${JSON.stringify({ jsonrpc: '2.0', ...one })}\n`).join(''));
  }

  async until(count) {
    while (this.answered < count)
      await new Promise((resolve) => {
        this.wake = resolve;
      });
  }

  /** Returns the responses per second of wall-clock time and per second of CPU time. */
  async measure(count) {
    const before = this.answered;
    const cpu = cpuMilliseconds([this.child.pid]);
    const start = performance.now();
    for (let sent = 0; sent < count; ) {
      const room = Math.min(count - sent, ahead - (sent - (this.answered - before)));
      const messages = Array.from({ length: room }, () => ({
        id: sent++,
        method: 'tools/call',
        params: { name: 'checkIntent', arguments: this.intent },
      }));
      this.send(messages);
      await this.until(before + Math.max(0, sent - ahead + 1));
    }
    await this.until(before + count);
    const elapsed = performance.now() - start;
    const used = cpuMilliseconds([this.child.pid]) - cpu;
    return { perSecond: (count / elapsed) * 1000, perCpuSecond: (count / used) * 1000 };
  }

  async end() {
    this.child.stdin.end();
    if (this.child.exitCode === null) await once(this.child, 'exit');
  }
}

const results = Object.fromEntries(Object.keys(servers).map((name) => [name, []]));
for (let round = 0; round < Number(values.rounds); round++) {
  for (const [name, file] of Object.entries(servers)) {
    const server = new Server(file, intents[name] ?? usual);
    await server.greet();
    await server.measure(Math.ceil(calls / 5));
    results[name].push(await server.measure(calls));
    await server.end();
  }
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const summary = Object.entries(results).map(([name, rounds]) => ({
  name,
  perSecond: Math.round(median(rounds.map(({ perSecond }) => perSecond))),
  perCpuSecond: Math.round(median(rounds.map(({ perCpuSecond }) => perCpuSecond))),
}));
if (values.json) process.stdout.write(`${JSON.stringify(summary)}\n`);
else
  for (const { name, perSecond, perCpuSecond } of summary)
    process.stdout.write(
      `${name.padEnd(18)} ${String(perSecond).padStart(7)} /s ${String(perCpuSecond).padStart(7)} per CPU second\n`,
    );
