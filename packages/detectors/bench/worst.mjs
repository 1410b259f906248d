// Finds the slowest texts for an engine: measures all worst-case texts briefly, and then the slowest ones at full length.
// If the time is linear, the length does not change the result.

import { measureSpeed } from './measure.mjs';
import { nightmaresOf } from './nightmares.mjs';
import { engineNightmares, repeatTo } from './texts.mjs';

/** The names of the texts for the engine and for each detector, and the short text that each repeats. */
export const nightmaresFor = (detectors) => [
  ...Object.entries(engineNightmares),
  ...detectors.flatMap((one) => [...nightmaresOf(one)]),
];

/** Returns the slowest texts of 1 MB each, and their speeds. */
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
