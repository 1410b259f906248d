// Measures processor time, which does not depend on the load of the machine.

/** Returns megabytes (millions of UTF-16 units) per second in the fastest of several rounds. */
export function measureSpeed(engine, text, rounds = 3) {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const start = process.cpuUsage();
    engine.detect(text);
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1_000);
  }
  return text.length / 1_000 / best;
}

/** Returns the longest step of a scan in milliseconds of processor time, in the fastest of several rounds. */
export function measureLongestStep(engine, text, budget, rounds = 2) {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const scan = engine.createScan(text);
    let longest = 0;
    for (let done = false; !done; ) {
      const start = process.cpuUsage();
      done = scan.step(budget);
      const { user, system } = process.cpuUsage(start);
      longest = Math.max(longest, (user + system) / 1_000);
    }
    best = Math.min(best, longest);
  }
  return best;
}
