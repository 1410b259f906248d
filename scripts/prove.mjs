// Implements `npm run prove`, which runs the long proofs for a release or a risky change. Each proof is a file in
// `prove/` that exports `proof`: its name, one line about it, and `run`, which returns facts or throws an error with
// the reason for the failure.
//
//   npm run prove -- [--only NAME]… [--quick] [--json] [--list]

import { parseArgs } from 'node:util';
import { bootstrap, runPnpm } from './bootstrap.mjs';
import { bold, dim, endWithReader, green, red, seconds } from './terminal.mjs';

// The proofs need dependencies of the packages, so they are imported after the installation.
await bootstrap();
const files = [
  ...[
    'start-stop',
    'inspector',
    'serve',
    'clients',
    'client-lists',
    'live-servers',
    'sarif/sarif',
    'http',
    'http-faults',
    'http/load',
    'lambda',
    'gateway/load',
    'gateway/nodes',
    'gateway/inspector',
  ],
  ...[
    'audit/audit',
    'audit/cost',
    'audit/formats',
    'audit/million',
    'audit/secrets',
    'soak',
    'node-versions',
  ],
  ...['dashboard/load', 'dashboard/cost', 'dashboard/million'],
];
const proofs = await Promise.all(files.map(async (file) => (await import(`./prove/${file}.mjs`)).proof));
const names = proofs.map(({ name }) => name).join(', ');

const usage = 'npm run prove -- [--only NAME]… [--quick] [--json] [--list]';

const options = readOptions();
endWithReader(1);
if (options.help) {
  process.stdout.write(
    `${usage}: the long proofs, which are ${names}; with --quick some only show that they work\n`,
  );
  process.exit(0);
}

// With `--json`, only JSON is written to stdout, and all other text to stderr.
const say = (text) => (options.json ? process.stderr : process.stdout).write(`${text}\n`);

for (const name of options.only ?? []) {
  if (!proofs.some((proof) => proof.name === name)) {
    process.stderr.write(`prove: there is no proof \`${name}\`; there are ${names}\n`);
    process.exit(2);
  }
}
const chosen = proofs.filter(({ name }) => options.only?.includes(name) ?? true);
if (options.list) {
  for (const { name, summary } of proofs) say(`${name.padEnd(17)} ${summary}`);
  process.exit(0);
}

say(dim('building …'));
const built = await runPnpm(['run', '--silent', 'build'], { quiet: true });
if (built.code !== 0) {
  process.stderr.write(`${built.output}\nprove: the build failed, so there is nothing to prove\n`);
  process.exit(1);
}

const results = [];
for (const proof of chosen) results.push(await attempt(proof));

if (options.json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
else table(results);
process.exitCode = results.every(({ holds }) => holds) ? 0 : 1;

function readOptions() {
  try {
    return parseArgs({
      options: {
        only: { type: 'string', multiple: true },
        quick: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch ({ message }) {
    // Only the first sentence of the message is printed, because the others explain the API of `parseArgs`.
    process.stderr.write(`prove: ${message.split(/\. |\n/, 1)[0]}; ${usage}\n`);
    return process.exit(2);
  }
}

async function attempt({ name, summary, run }) {
  say(`\n${bold(name)} ${dim(summary)}`);
  const start = performance.now();
  const finish = (outcome) => ({
    name,
    ...outcome,
    seconds: Math.round((performance.now() - start) / 100) / 10,
  });
  try {
    const facts = await run({ say: (line) => say(`  ${line}`), quick: options.quick });
    say(`${green('✓ holds')} ${dim(seconds(start))}`);
    return finish({ holds: true, facts });
  } catch (error) {
    say(`${red('✗ does not hold')} ${dim(seconds(start))}\n${error.stack}`);
    return finish({ holds: false, reason: error.message });
  }
}

function table(rows) {
  say(
    `\n${bold('proof'.padEnd(18))}${bold('result'.padEnd(10))}${bold('time'.padStart(8))}  ${bold('facts')}`,
  );
  for (const { name, holds, seconds: time, facts, reason } of rows) {
    const result = holds ? green('holds'.padEnd(10)) : red('fails'.padEnd(10));
    const words = holds
      ? Object.entries(facts)
          .map((fact) => fact.join(' '))
          .join(', ')
      : reason.split('\n')[0];
    say(`${name.padEnd(18)}${result}${`${time} s`.padStart(8)}  ${words}`);
  }
}
