// Finds the slowest texts for an engine: all worst-case texts briefly, then the slowest at full length. If the cost
// is linear, the length does not matter.

import { measureSpeed } from './measure.mjs';
import { nightmaresOf } from './nightmares.mjs';
import { engineNightmares, repeatTo } from './texts.mjs';

/** Names and short texts to repeat: those of the engine, and those of each detector. */
export const nightmaresFor = (detectors) => [
  ...Object.entries(engineNightmares),
  ...detectors.flatMap((one) => [...nightmaresOf(one)]),
];

/** The slowest of all texts, 1 MB each, with their speeds. */
export function findWorst(engine, parts, count) {
  const screened = parts.map(([name, part]) => ({
    name,
    part,
    // The first round compiles patterns and is not measured.
    speed: measureSpeed(engine, repeatTo(20_000, part), 2),
  }));
  screened.sort((one, other) => one.speed - other.speed);
  const worst = screened
    .slice(0, Math.max(50, count * 3))
    .map(({ name, part }) => ({ name, part, speed: measureSpeed(engine, repeatTo(1_000_000, part)) }));
  worst.sort((one, other) => one.speed - other.speed);
  return { worst: worst.slice(0, count), all: screened.length };
}
