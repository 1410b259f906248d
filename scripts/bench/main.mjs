// Implements `pnpm bench`, which measures the cost of the firewall. Stdio is compared with a relay that inspects
// nothing, and framing with `JSON.parse`.

import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { root } from '../bootstrap.mjs';
import { runChild } from '../run-child.mjs';
import { build, library, program } from './build.mjs';
import { detectorLines, runDetectors } from './detectors.mjs';
import { runHttp } from './http.mjs';
import { runMicro } from './micro.mjs';
import { runPolicy } from './policy.mjs';
import { render, targetsOf } from './report.mjs';

const stdioParts = ['varied', 'kinds', 'sizes', 'startup', 'latency', 'throughput', 'large'];
const httpParts = ['http'];
const microParts = ['framing', 'growth'];
const policyParts = ['policy'];
const allParts = [...stdioParts, ...httpParts, ...microParts, ...policyParts, 'detectors'];
const groups = { stdio: stdioParts, micro: microParts };

const usage = `Measures what the firewall costs, and marks each target as met or missed.

  pnpm bench [options]

  --only A,B      some of ${allParts.join(', ')}; \`stdio\` and \`micro\` name groups
  --quick         about half a minute: whether it works, not how fast it is
  --rounds N      rounds of the stdio part (5, with --quick 1)
  --seed N        other calls, answers and order in the varied traffic, the one that decides (1)
  --harness FILE  measure the stdio part with another harness that takes --variant "LABEL=COMMAND",
                  --rounds N, --seed N, --only A,B, --quick and --json, and prints the same JSON
  --json          print JSON instead of tables
  --help          print this

The results are also written to .bench/last.json. Exit code: 0 measured, 1 something could not be measured,
2 wrong call. A missed target is shown and is not a failure: ratios depend on how busy the machine is.

  pnpm bench --quick --only stdio
  pnpm bench --only framing,growth --json
`;

const say = (text) => process.stderr.write(`${text}\n`);
const progress = (text) => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
};

process.exitCode = await main();

async function main() {
  const options = readOptions();
  if (options.help) {
    process.stdout.write(usage);
    return 0;
  }
  if (options.wrong) {
    say(`bench: ${options.wrong}; see \`pnpm bench --help\``);
    return 2;
  }
  const broken = await build(say);
  if (broken !== undefined) {
    say(`bench: ${broken}`);
    return 1;
  }
  const stdio = await runStdio(options);
  if (stdio?.unusable) {
    say(`bench: ${stdio.unusable}`);
    return 1;
  }
  if (options.parts.includes('http')) progress('http …');
  const http = options.parts.includes('http') ? await runHttp(options) : [];
  const micro = runMicro(await import(pathToFileURL(library)), {
    framing: options.parts.includes('framing'),
    growth: options.parts.includes('growth'),
    quick: options.quick,
    progress,
  });
  if (options.parts.includes('policy')) progress('policy …');
  const policy = options.parts.includes('policy') ? await runPolicy(options) : [];
  progress('');
  if (policy === undefined) {
    say('bench: the benchmark of the policy printed no numbers; run `node packages/policy/bench/main.mjs`');
    return 1;
  }
  if (options.parts.includes('detectors')) progress('detectors …');
  const detectors = options.parts.includes('detectors') ? await runDetectors(options) : undefined;
  progress('');
  const measured = { stdio, http, ...micro, policy, detectors };
  save({ ...environment(options), targets: targetsOf(measured), ...measured }, options.json);
  if (!options.json) {
    process.stdout.write(render(measured));
    if (detectors !== undefined)
      process.stdout.write(`\nDetectors on short texts\n${detectorLines(detectors).join('\n')}\n`);
  }
  return stdio && stdio.errors.length > 0 ? 1 : 0;
}

function readOptions() {
  let values;
  try {
    ({ values } = parseArgs({
      options: {
        only: { type: 'string', default: 'stdio,http,micro,policy,detectors' },
        quick: { type: 'boolean', default: false },
        rounds: { type: 'string' },
        seed: { type: 'string' },
        harness: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }));
  } catch (error) {
    return { wrong: error.message };
  }
  const parts = values.only.split(',').flatMap((name) => groups[name] ?? [name]);
  const unknown = parts.find((part) => !allParts.includes(part));
  if (unknown !== undefined) return { ...values, wrong: `nothing is called \`${unknown}\`` };
  if (values.rounds !== undefined && !/^[1-9]\d*$/.test(values.rounds)) {
    return { ...values, wrong: `\`--rounds\` needs a number, not \`${values.rounds}\`` };
  }
  if (values.seed !== undefined && !/^\d{1,9}$/.test(values.seed)) {
    return { ...values, wrong: `\`--seed\` needs a whole number, not \`${values.seed}\`` };
  }
  return { ...values, parts };
}

/** Runs the stdio part as a separate program, so that our harness and other harnesses are started in the same way. */
async function runStdio({ parts, quick, rounds, seed, harness }) {
  const only = stdioParts.filter((part) => parts.includes(part));
  if (only.length === 0) return undefined;
  const file = harness ? resolve(harness) : fileURLToPath(new URL('./stdio-harness.mjs', import.meta.url));
  const args = ['--json', '--variant', `clawdefender="${process.execPath}" "${program}" proxy --`];
  if (only.length < stdioParts.length) args.push('--only', only.join(','));
  if (quick) args.push('--quick');
  if (rounds) args.push('--rounds', rounds);
  if (seed) args.push('--seed', seed);
  progress(`stdio: ${only.join(', ')} …`);
  const stdio = ['ignore', 'pipe', 'inherit'];
  const { output } = await runChild(process.execPath, [file, ...args], { quiet: true, stdio });
  try {
    return JSON.parse(output);
  } catch {
    return {
      unusable: `the harness \`${file}\` printed no JSON; it takes --json and --variant "LABEL=COMMAND"`,
    };
  }
}

function environment({ quick }) {
  return {
    time: new Date().toISOString(),
    quick,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: cpus()[0]?.model ?? 'unknown',
    cpus: cpus().length,
    load: loadavg()[0],
  };
}

function save(report, print) {
  const text = `${JSON.stringify(report, null, 2)}\n`;
  mkdirSync(join(root, '.bench'), { recursive: true });
  writeFileSync(join(root, '.bench', 'last.json'), text);
  if (print) process.stdout.write(text);
}
