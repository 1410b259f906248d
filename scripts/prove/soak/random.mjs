// Generates reproducible random numbers. The message of a failure contains the seed.

/** Implements Mulberry32, which is small and random enough to vary sizes. */
export function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (limit) => Math.floor(next() * limit),
    pick: (values) => values[Math.floor(next() * values.length)],
    /** Returns mostly small and sometimes large sizes, like those of real messages. */
    size: (largest) => Math.floor(largest ** next()),
  };
}
