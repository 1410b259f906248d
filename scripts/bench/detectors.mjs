// Measures the speed of the detectors on short texts of every kind: on the first 1,000 texts in a new process, and on
// later texts. The processor time of the whole process is measured, including compilation on other threads.
//
//   node scripts/bench/detectors.mjs [--seed N] [--json]    needs a build of @claw/detectors

import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { runChild } from '../run-child.mjs';
import { createTextSource, sizeClasses, textKinds } from './detector-texts.mjs';
import { rounded } from './statistics.mjs';

const firstTexts = 1_000;
const perClass = 400;

/** Runs the measurement in a separate process, in which no code is optimized yet, and returns its rows. */
export async function runDetectors({ seed = '1' }) {
  const stdio = ['ignore', 'pipe', 'inherit'];
  const { output } = await runChild(
    process.execPath,
    [new URL(import.meta.url).pathname, '--json', '--seed', String(seed)],
    { quiet: true, stdio },
  );
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}

/** Formats the rows as lines of a table. */
export const detectorLines = (rows) =>
  rows.map(({ name, us_per_text, mb_per_s, found }) =>
    [
      name.padEnd(28),
      `${us_per_text.toFixed(1)} µs a text`.padStart(20),
      `${mb_per_s.toFixed(2)} MB/s`.padStart(14),
      `${found} % with findings`.padStart(22),
    ].join(' '),
  );

async function measure(seed) {
  // This import is not at the top of the file, because the packages may not be built yet when this program starts.
  const { createEngine } = await import('../../packages/detectors/dist/index.js');
  const write = createTextSource(seed);
  const classes = textKinds.flatMap((kind) => sizeClasses.map((size) => ({ kind, size })));
  const share = Math.ceil(firstTexts / classes.length);
  const first = interleave(classes.map(({ kind, size }) => write(kind, size, share)));
  const later = classes.map(({ kind, size }) => ({
    name: `${kind}, ${size.name}`,
    texts: write(kind, size, perClass),
  }));
  const engine = createEngine();
  const rows = [read(engine, 'the first 1,000, all kinds', first)];
  // The texts are processed twice, and only the second run is measured: the first run uses other texts.
  for (const { kind, size } of classes) read(engine, '', write(kind, size, perClass));
  for (const { name, texts } of later) rows.push(read(engine, name, texts));
  return rows;
}

/** Returns one text of each kind in turn, as a proxy receives mixed texts. */
const interleave = (lists) => lists[0].flatMap((_, index) => lists.map((list) => list[index]));

function read(engine, name, texts) {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  let found = 0;
  const before = process.cpuUsage();
  for (const text of texts) if (engine.detect(text).length > 0) found += 1;
  const { user, system } = process.cpuUsage(before);
  const micros = user + system;
  return {
    name,
    us_per_text: rounded(micros / texts.length),
    mb_per_s: rounded(bytes / micros),
    found: rounded((100 * found) / texts.length),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({
    options: { seed: { type: 'string', default: '1' }, json: { type: 'boolean', default: false } },
  });
  const rows = await measure(Number(values.seed));
  process.stdout.write(values.json ? `${JSON.stringify(rows)}\n` : `${detectorLines(rows).join('\n')}\n`);
}
