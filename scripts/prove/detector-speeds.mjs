// Measures the speed figures for `pnpm prove:detectors`: the speed of the detectors, the slowest text, and how long one
// step of a scan delays other work. It uses processor time and the best of several rounds, so that a busy machine has
// less influence.

import { measureLongestStep, measureSpeed } from '../../packages/detectors/bench/measure.mjs';
import { engineNightmares, ordinary, repeatTo } from '../../packages/detectors/bench/texts.mjs';
import { findWorst, nightmaresFor } from '../../packages/detectors/bench/worst.mjs';
import { createEngine, detectors } from '../../packages/detectors/dist/index.js';

const plainTarget = 60;
const mixedTarget = 20;
/** A text that is designed to be slow may be slower than a mixed text by this factor. */
const patience = 3;
/** The maximum delay of other work in milliseconds, including garbage collection. */
const maxWaitLength = 15;

const figure = (name, value, unit, target, holds) => ({ corpus: 'speed', name, value, unit, target, holds });

/** Returns all speed figures, each with its target and whether the target is met. */
export function measureSpeeds() {
  const engine = createEngine();
  const texts = ordinary(4_000_000);
  const plain = measureSpeed(engine, texts.plain, 8);
  const mixed = measureSpeed(engine, texts.mixed, 8);
  // If the machine is too busy to reach the target with the mixed text, it is too busy for the other texts as well. So
  // they are compared with the mixed text.
  const least = Math.min(mixed, mixedTarget) / patience;
  const { worst, all } = findWorst(engine, nightmaresFor(detectors), 5);
  const steps = [
    ['mixed', ordinary(10_485_760).mixed],
    ...['one letter', 'attacks', 'zero width', 'base64', 'passwords', 'private addresses'].map((name) => [
      name,
      repeatTo(10_485_760, engineNightmares[name]),
    ]),
  ].map(([name, text]) => ({ name, longest: measureLongestStep(engine, text, 32_768, 3) }));
  return [
    figure('plain text', plain, 'MB/s', `≥ ${plainTarget}`, plain >= plainTarget),
    figure('mixed text', mixed, 'MB/s', `≥ ${mixedTarget}`, mixed >= mixedTarget),
    ...worst.map(({ name, speed }) =>
      figure(`of ${all}: ${name}`, speed, 'MB/s', `≥ ${least.toFixed(1)}`, speed >= least),
    ),
    ...steps.map(({ name, longest }) =>
      figure(`slice of 10 MB: ${name}`, longest, 'ms', `≤ ${maxWaitLength}`, longest <= maxWaitLength),
    ),
  ];
}
