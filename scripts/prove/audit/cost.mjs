// Measures the cost of the audit log per call with the calls of the stdio benchmark: the built program is compared with
// the same program without its log. The log cannot be disabled, so it is removed from the source text while the program
// is loaded.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../../bench/statistics.mjs';
import { workloads } from '../../bench/stdio-workloads.mjs';
import { program } from '../commands.mjs';

/** The maximum cost of a call with the log, relative to a call without it. */
const most = 1.3;
const size = { window: 64, messageSize: 1024, warmup: 2000, timeout: 120_000 };
const thorough = { rounds: 7, calls: 3000, pipelined: 20_000, ...size };
const quick = { rounds: 1, calls: 500, pipelined: 5000, ...size };

/** Each metric is a time per call, so lower is better. */
const metrics = {
  'latency µs': ({ latency_p50_us }) => latency_p50_us,
  'time µs': ({ msgs_per_s }) => 1e6 / msgs_per_s,
  'CPU µs': ({ cpu_us_per_call }) => cpu_us_per_call,
};

/** This script runs before the program. It removes the only place that passes the log to the firewall. */
const withoutLog = `const { Module } = require('node:module');
const compile = Module.prototype._compile;
Module.prototype._compile = function (text, ...rest) {
  return compile.call(this, text.replace(/(createFirewall\\)\\(\\{[^]*?)\\baudit(?:: \\w+)?,\\n/, '$1'), ...rest);
};
`;

export const proof = {
  name: 'audit-cost',
  summary: `a call with the log costs at most ${most} times as much as one without`,
  async run({ say, quick: isQuick }) {
    const counts = isQuick ? quick : thorough;
    const folder = mkdtempSync(join(tmpdir(), 'claw-cost-'));
    const { CLAWDEFENDER_HOME } = process.env;
    try {
      const hook = join(folder, 'without-log.cjs');
      writeFileSync(hook, withoutLog);
      const variants = {
        without: { home: join(folder, 'without'), command: ['--require', hook, program] },
        with: { home: join(folder, 'with'), command: [program] },
      };
      const samples = await measure(variants, counts);
      const records = {
        without: decisionsIn(variants.without.home),
        with: decisionsIn(variants.with.home),
      };
      const sent = counts.rounds * (counts.calls + counts.pipelined + 2 * counts.warmup);
      if (records.without !== 0) throw new Error('the program without its log has written one');
      if (records.with !== sent) throw new Error(`${records.with} of ${sent} calls were recorded`);
      return isQuick ? { calls: sent } : compare(samples, say);
    } finally {
      if (CLAWDEFENDER_HOME === undefined) delete process.env.CLAWDEFENDER_HOME;
      else process.env.CLAWDEFENDER_HOME = CLAWDEFENDER_HOME;
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/**
 * Measures the two variants alternately. The order changes in each round, so that a busy moment of the machine affects
 * both.
 */
async function measure(variants, counts) {
  const samples = { without: [], with: [] };
  for (let round = 0; round < counts.rounds; round++) {
    const order = round % 2 === 0 ? ['without', 'with'] : ['with', 'without'];
    const numbers = { without: {}, with: {} };
    for (const test of ['latency', 'throughput']) {
      for (const name of order) {
        const { home, command } = variants[name];
        process.env.CLAWDEFENDER_HOME = home;
        Object.assign(
          numbers[name],
          await workloads[test]([process.execPath, ...command, 'proxy', '--'], counts),
        );
      }
    }
    for (const name of order) samples[name].push(numbers[name]);
  }
  return samples;
}

function compare(samples, say) {
  const ratios = {};
  for (const [name, read] of Object.entries(metrics)) {
    const [without, recorded] = [samples.without, samples.with].map((rounds) => rounds.map(read));
    if (![...without, ...recorded].every(Number.isFinite)) continue; // the CPU time is not available on every system
    // Both values of a round were measured under the same load of the machine.
    const ratio = median(recorded.map((value, round) => value / without[round]));
    say(`${name}: ${median(without).toFixed(0)} without, ${median(recorded).toFixed(0)} with a record`);
    ratios[name.split(' ')[0]] = Number(ratio.toFixed(2));
  }
  const over = Object.entries(ratios).filter(([, ratio]) => ratio > most);
  if (over.length > 0)
    throw new Error(`${over.map(([name, ratio]) => `${name} ${ratio}×`).join(', ')} is more than ${most}×`);
  return ratios;
}

function decisionsIn(home) {
  const folder = join(home, 'audit');
  const logs = readdirSync(folder).filter((file) => file.endsWith('.jsonl'));
  const count = (file) => readFileSync(join(folder, file), 'utf8').split('"kind":"decision"').length - 1;
  return logs.reduce((sum, file) => sum + count(file), 0);
}
