// Measures the speed of the prefilter, of the engine, and of a search for one absent byte as the upper bound. Run
// `pnpm --filter @claw/detectors run build` first.
//
//   node packages/detectors/bench/prefilter.mjs [file …]
//
// Files are split into blocks of 1 KiB; the share of blocks that the prefilter excludes is printed.

import { readFileSync } from 'node:fs';
import { createEngine } from '../dist/index.js';

const fill = (part, length) => Buffer.from(part.repeat(Math.ceil(length / part.length)).slice(0, length));
const parts = {
  gardens: 'plain words about gardens rivers and quiet towns at noon ',
  fox: 'the quick brown fox jumps over lazy dog while small cats sleep near warm windows ',
};
const engines = {
  'injection+secrets': createEngine({ kinds: ['injection', 'secrets'] }),
  all: createEngine(),
};

/** Processor time in microseconds, which does not depend on the load of the machine. */
function cpu() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

function measure(length, run) {
  const rounds = Math.max(3, Math.ceil(4_000_000 / length));
  for (let round = 0; round < rounds; round += 1) run();
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const start = cpu();
    for (let round = 0; round < rounds; round += 1) run();
    best = Math.min(best, (cpu() - start) / rounds);
  }
  return best;
}

const line = (name, length, micros, answer) =>
  process.stdout.write(
    `${name.padEnd(44)} ${micros.toFixed(2).padStart(10)} us ${(length / micros).toFixed(0).padStart(7)} MB/s ${answer}\n`,
  );

for (const [name, part] of Object.entries(parts)) {
  for (const length of [1024, 1_048_576]) {
    const bytes = fill(part, length);
    const text = bytes.toString();
    line(
      `${name} ${length} indexOf`,
      length,
      measure(length, () => bytes.indexOf(0)),
      '',
    );
    for (const [kinds, engine] of Object.entries(engines)) {
      const answer = engine.mayMatch(bytes, 0, length);
      const time = measure(length, () => engine.mayMatch(bytes, 0, length));
      line(`${name} ${length} mayMatch ${kinds}`, length, time, answer);
      line(
        `${name} ${length} detect ${kinds}`,
        length,
        measure(length, () => engine.detect(text)),
        '',
      );
    }
  }
}

for (const file of process.argv.slice(2)) {
  const bytes = readFileSync(file);
  const blocks = Math.ceil(bytes.length / 1024);
  for (const [kinds, engine] of Object.entries(engines)) {
    const pass = () => {
      let kept = 0;
      for (let start = 0; start < bytes.length; start += 1024)
        kept += engine.mayMatch(bytes, start, Math.min(bytes.length, start + 1024)) ? 1 : 0;
      return kept;
    };
    const kept = pass();
    const start = cpu();
    pass();
    const micros = cpu() - start;
    line(
      `${file.split('/').at(-1)} ${kinds}`,
      bytes.length,
      micros,
      `${((1 - kept / blocks) * 100).toFixed(1)}% passed of ${blocks}`,
    );
  }
}
