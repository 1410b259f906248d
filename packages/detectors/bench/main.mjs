// Measures the speed of the detectors on one core, the slowest texts, and the longest step of a scan in slices. Run
// `pnpm --filter @claw/detectors run build` first.
//
//   node packages/detectors/bench/main.mjs [--kinds injection,secrets] [--nightmares] [--steps]

import { parseArgs } from 'node:util';
import { createEngine, detectors } from '../dist/index.js';
import { measureLongestStep, measureSpeed } from './measure.mjs';
import { engineNightmares, ordinary, repeatTo } from './texts.mjs';
import { findWorst, nightmaresFor } from './worst.mjs';

const { values: options } = parseArgs({
  options: {
    kinds: { type: 'string', default: 'injection,secrets,personal,egress' },
    nightmares: { type: 'boolean', default: false },
    steps: { type: 'boolean', default: false },
  },
});
const kinds = options.kinds.split(',');
const engine = createEngine({ kinds });
const say = (name, value, unit) =>
  process.stdout.write(`${name.padEnd(56)} ${value.toFixed(1).padStart(8)} ${unit}\n`);

for (const [name, text] of Object.entries(ordinary(4_000_000)))
  say(name, measureSpeed(engine, text, 5), 'MB/s');

if (options.nightmares) {
  const { worst, all } = findWorst(
    engine,
    nightmaresFor(detectors.filter(({ kind }) => kinds.includes(kind))),
    10,
  );
  process.stdout.write(`\nthe worst ten of ${all} nightmares, 1 MB each\n`);
  for (const { name, speed } of worst) say(name, speed, 'MB/s');
}

if (options.steps) {
  process.stdout.write('\nthe longest step with a budget of 32,768, 10 MB each\n');
  const texts = Object.entries(engineNightmares).map(([name, part]) => [name, repeatTo(10_485_760, part)]);
  const steps = [...Object.entries(ordinary(10_485_760)), ...texts]
    .map(([name, text]) => ({ name, longest: measureLongestStep(engine, text, 32_768) }))
    .sort((one, other) => other.longest - one.longest);
  for (const { name, longest } of steps.slice(0, 10)) say(name, longest, 'ms');
}
