// Measures stdio relays under the same conditions: the server alone, a raw relay, and each variant given with
// `--variant`. The variants take turns within each round, and the order rotates, so that a busy moment of the machine
// affects all of them. Ratios refer to the raw relay in the same run; results of different runs or machines cannot be
// compared.

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median, rounded } from './statistics.mjs';
import { workloads as repeated } from './stdio-workloads.mjs';
import { variedWorkloads } from './varied/workloads.mjs';

const workloads = { ...variedWorkloads, ...repeated };

const usage = `Measures stdio relays against a raw relay.

  node scripts/bench/stdio-harness.mjs [options]

  --variant "LABEL=COMMAND"  one more relay; the server's command is appended. May be repeated, quotes group words
  --rounds N                 how often everything is measured (5)
  --only A,B                 some of ${Object.keys(workloads).join(', ')}
  --timeout SECONDS          for one measurement of one variant (120)
  --seed N                   other calls, answers and order in varied traffic (1)
  --quick                    small counts, one round: whether it works, not how fast it is
  --json                     print JSON
`;

const thorough = {
  ...{ rounds: 5, startups: 5, calls: 2000, warmup: 200, pipelined: 20_000, larges: 200 },
  ...{ variedCalls: 12_000, singles: 1500, growingMegabytes: 20 },
};
const quick = {
  ...{ rounds: 1, startups: 3, calls: 500, warmup: 200, pipelined: 10_000, larges: 30 },
  ...{ variedCalls: 3000, singles: 300, growingMegabytes: 4 },
};
const fixed = { variedWindow: 16, window: 64, messageSize: 1024, largeWindow: 4, largeSize: 1 << 20 };
const base = 'raw-relay';

const { values } = parseArgs({
  options: {
    variant: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string' },
    only: { type: 'string' },
    timeout: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

if (values.help) process.stdout.write(usage);
else process.exitCode = await measure();

async function measure() {
  const variants = {
    direct: [],
    [base]: [process.execPath, fileURLToPath(new URL('./raw-relay.mjs', import.meta.url))],
    ...Object.fromEntries(values.variant.map(readVariant)),
  };
  const counts = {
    ...(values.quick ? quick : thorough),
    ...fixed,
    ...(values.rounds && { rounds: Number(values.rounds) }),
    seed: Number(values.seed),
    timeout: Number(values.timeout) * 1000,
  };
  const names = values.only?.split(',') ?? Object.keys(workloads);
  const { samples, errors } = await run(variants, names, counts);
  const report = { params: counts, base, variants: summarise(samples), errors };
  process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : table(report));
  return errors.length === 0 ? 0 : 1;
}

function readVariant(text) {
  const at = text.indexOf('=');
  const words = text.slice(at + 1).matchAll(/"([^"]*)"|(\S+)/g);
  return [text.slice(0, at), Array.from(words, ([, quoted, plain]) => quoted ?? plain)];
}

async function run(variants, names, counts) {
  const labels = Object.keys(variants);
  const samples = Object.fromEntries(labels.map((label) => [label, {}]));
  const errors = [];
  for (let round = 0; round < counts.rounds; round++) {
    for (const test of names) {
      for (let turn = 0; turn < labels.length; turn++) {
        const label = labels[(turn + round) % labels.length];
        progress(`round ${round + 1} of ${counts.rounds}: ${test}, ${label}`);
        try {
          const numbers = await workloads[test](variants[label], counts);
          for (const [metric, value] of Object.entries(numbers)) {
            samples[label][metric] ??= [];
            samples[label][metric].push(value);
          }
        } catch (error) {
          errors.push({ round: round + 1, test, variant: label, error: error.message });
        }
      }
    }
  }
  progress('');
  return { samples, errors };
}

function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

function summarise(samples) {
  const summaryOf = (metric, values) => {
    const reference = samples[base][metric];
    return {
      median: rounded(median(values)),
      min: rounded(Math.min(...values)),
      max: rounded(Math.max(...values)),
      n: values.length,
      ratio: reference ? rounded(median(values) / median(reference)) : null,
    };
  };
  const entries = Object.entries(samples).map(([label, metrics]) => [
    label,
    Object.fromEntries(
      Object.entries(metrics).map(([metric, values]) => [metric, summaryOf(metric, values)]),
    ),
  ]);
  return Object.fromEntries(entries);
}

function table({ variants, errors }) {
  const labels = Object.keys(variants);
  const metrics = [...new Set(Object.values(variants).flatMap(Object.keys))];
  const cell = (found) => (found ? `${found.median} (${found.ratio?.toFixed(2) ?? '–'}×)` : '–').padStart(22);
  const row = (name, cells) => `${name.padEnd(20)}${cells.join('')}\n`;
  const head = row(
    '',
    labels.map((label) => label.padStart(22)),
  );
  const rows = metrics.map((metric) =>
    row(
      metric,
      labels.map((label) => cell(variants[label][metric])),
    ),
  );
  const failures = errors.map(
    ({ round, test, variant, error }) => `round ${round}, ${test}, ${variant}: ${error}\n`,
  );
  return [head, ...rows, ...failures].join('');
}
