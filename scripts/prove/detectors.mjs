// Implements `pnpm prove:detectors`: measures detections and false positives of `clawdefender detect --jsonl` per corpus
// and tier, and the speed of the detectors. Each figure has a target; the exit code is 1 if a target is missed. The
// corpora are not in the repository, because some contain strings in the format of secrets, which hosting services
// reject.
//
//   node scripts/prove/detectors.mjs [--corpora DIR] [--json] [--no-speeds]

import { spawn } from 'node:child_process';
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root, runPnpm } from '../bootstrap.mjs';

const { values: options } = parseArgs({
  options: {
    corpora: { type: 'string', default: join(root, '..', 'shared', 'corpora') },
    json: { type: 'boolean', default: false },
    'no-speeds': { type: 'boolean', default: false },
  },
});

/**
 * The rows that each figure counts, and its target: the share of these rows that must at least, or may at most, have
 * findings.
 */
const figures = [
  { corpus: 'injection', name: 'agentic', of: ({ tier }) => tier === 'agentic', least: 0.9 },
  {
    corpus: 'injection',
    name: 'agentic without tmpl',
    of: ({ tier, tmpl }) => tier === 'agentic' && !tmpl,
    least: 0.75,
  },
  { corpus: 'injection', name: 'chat', of: ({ tier }) => tier === 'chat' },
  { corpus: 'injection', name: 'bare', of: ({ tier }) => tier === 'bare' },
  { corpus: 'injection', name: 'benign plain', of: ({ tier }) => tier === 'plain', most: 0.002 },
  { corpus: 'injection', name: 'benign hard', of: ({ tier }) => tier === 'hard', most: 0.01 },
  { corpus: 'injection', name: 'NotInject', of: ({ kind }) => kind === 'notinject', most: 0.02 },
  { corpus: 'injection', name: 'benign quoted', of: ({ tier }) => tier === 'quoted' },
  {
    corpus: 'secrets',
    name: 'prefixed',
    of: ({ label, tier }) => label === 'secret' && tier === 'prefixed',
    least: 0.85,
  },
  { corpus: 'secrets', name: 'all', of: ({ label }) => label === 'secret', least: 0.65 },
  {
    corpus: 'secrets',
    name: 'clean',
    of: ({ label, kind }) => label === 'clean' && kind !== 'near-miss',
    most: 0.004,
  },
  {
    corpus: 'secrets',
    name: 'redacted exactly',
    of: ({ label, exact }) => label === 'secret' && exact,
    is: ({ removed }) => removed,
  },
  { corpus: 'secrets', name: 'near-miss', of: ({ kind }) => kind === 'near-miss' },
  { corpus: 'dlp', name: 'personal', of: ({ label }) => label === 'pii', least: 0.95 },
  {
    corpus: 'dlp',
    name: 'IBAN and cards',
    of: ({ label, kind }) => label === 'pii' && /iban|card/i.test(kind),
    least: 0.99,
  },
  {
    corpus: 'dlp',
    name: 'redacted exactly',
    of: ({ label, exact }) => label === 'pii' && exact,
    is: ({ removed }) => removed,
  },
  { corpus: 'dlp', name: 'clean', of: ({ label }) => label === 'clean', most: 0.01 },
  {
    corpus: 'dlp',
    name: 'invalid IBAN and cards',
    of: ({ label, kind }) => label === 'clean' && /iban|card/i.test(kind),
    most: 0,
  },
  { corpus: 'ssrf', name: 'block', of: ({ label }) => label === 'block', least: 0.98 },
  {
    corpus: 'ssrf',
    name: 'allow',
    // One cloud provides credentials at this address; the corpus labels it as an ordinary address.
    of: ({ label, kind, text }) =>
      label === 'allow' && kind !== 'public-obfuscated' && !text.includes('//192.0.0.192/'),
    most: 0,
  },
  { corpus: 'ssrf', name: 'public-obfuscated', of: ({ kind }) => kind === 'public-obfuscated' },
];

const corpora = {
  injection: { kinds: ['injection'], as: 'result' },
  secrets: { kinds: ['secrets'], as: 'result' },
  dlp: { kinds: ['personal'], as: 'result' },
  ssrf: { kinds: ['egress'], as: 'argument' },
};

/** Returns the rows of a corpus, each with the result of the program. */
async function judgeCorpus(folder, name) {
  const file = readdirSync(folder).find((entry) => entry.startsWith(`${name}.`) && entry.endsWith('.jsonl'));
  if (file === undefined) {
    process.stderr.write(`prove:detectors: SKIPPED ${name}: there is no ${name}.*.jsonl in ${folder}\n`);
    return [];
  }
  const rows = readLines(readFileSync(join(folder, file), 'utf8'));
  const answers = readLines(await runDetect(join(folder, file), corpora[name]));
  if (rows.some(({ id }, index) => answers[index]?.id !== id))
    throw new Error(`${file}: the answers of detect --jsonl are not those to its lines`);
  return rows.map((row, index) => {
    const { flagged, redacted } = answers[index];
    const exact = row.secret ?? row.value;
    return { ...row, flagged, exact: exact !== undefined, removed: flagged && !redacted.includes(exact) };
  });
}

const readLines = (text) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** Returns the output of the built program. The program is used because users run it as well. */
async function runDetect(file, { kinds, as }) {
  const main = join(root, 'packages', 'cli', 'dist', 'main.cjs');
  const words = ['detect', '--jsonl', '--kind', kinds.join(','), '--as', as, '--sensitivity', 'medium'];
  const child = spawn(process.execPath, [main, ...words], { stdio: ['pipe', 'pipe', 'inherit'] });
  createReadStream(file).pipe(child.stdin);
  const chunks = [];
  for await (const chunk of child.stdout) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function measure(rows, { corpus, name, of, is = ({ flagged }) => flagged, least, most }) {
  const chosen = rows.filter(of);
  const flagged = chosen.filter(is).length;
  const share = chosen.length === 0 ? 0 : flagged / chosen.length;
  const holds = (least === undefined || share >= least) && (most === undefined || share <= most);
  return { corpus, name, flagged, rows: chosen.length, share, least, most, holds };
}

const percent = (share) => `${(100 * share).toFixed(2)} %`;

function describe({ corpus, name, flagged, rows, share, least, most, holds }) {
  const target = least !== undefined ? `≥ ${percent(least)}` : most !== undefined ? `≤ ${percent(most)}` : '';
  return [
    corpus.padEnd(10),
    name.padEnd(24),
    `${flagged} / ${rows}`.padStart(12),
    percent(share).padStart(10),
    target.padStart(11),
    target === '' ? '' : holds ? ' ok' : ' MISSED',
  ].join(' ');
}

function describeSpeed({ corpus, name, value, unit, target, holds }) {
  return [
    corpus.padEnd(10),
    name.padEnd(52),
    `${value.toFixed(1)} ${unit}`.padStart(11),
    target.padStart(8),
    holds ? ' ok' : ' MISSED',
  ].join(' ');
}

const folder = resolve(options.corpora);
const hasCorpora = existsSync(folder);
if (!hasCorpora)
  process.stderr.write(
    `prove:detectors: SKIPPED what is seen, there is no folder ${folder}; name the corpora with --corpora DIR\n`,
  );
const built = await runPnpm(['--filter', '@claw/cli', '--filter', '@claw/detectors', 'run', 'build'], {
  quiet: true,
});
if (built.code !== 0) {
  process.stderr.write(`${built.output}\nprove:detectors: the build failed, so there is nothing to prove\n`);
  process.exit(1);
}
const judged = {};
for (const name of Object.keys(corpora)) judged[name] = hasCorpora ? await judgeCorpus(folder, name) : [];
const results = figures
  .map((figure) => measure(judged[figure.corpus], figure))
  .filter(({ rows }) => rows > 0);
const speeds = options['no-speeds'] ? [] : (await import('./detector-speeds.mjs')).measureSpeeds();
const all = [...results, ...speeds];
if (options.json) process.stdout.write(`${JSON.stringify(all, undefined, 2)}\n`);
else process.stdout.write(`${[...results.map(describe), ...speeds.map(describeSpeed)].join('\n')}\n`);
process.exitCode = all.every(({ holds }) => holds) ? 0 : 1;
