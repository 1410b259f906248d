// Measures the time of a decision, and the time of `JSON.parse` for its call in the same run.

import { realistic, realWork, shellCall, sized } from './calls.mjs';

const path = '/home/user/project/src/components/editor/toolbar.ts';

/** Returns one row for each call and number of rules. */
export async function measureDecisions({ compile, rounds }) {
  const engines = new Map();
  for (const count of [10, 50, 200]) engines.set(count, await compile(realistic(count)));
  const rows = [];
  for (const [what, message] of [
    ['1 KiB call, one text', sized(1024)],
    ['1 KiB call, many values', realWork()],
    ['1 KiB with a 200-byte command', shellCall],
  ]) {
    const text = JSON.stringify(message);
    const [parse_us, ...times] = measure(
      [() => JSON.parse(text), ...[...engines.values()].map((engine) => () => engine.evaluate(message))],
      rounds,
    );
    for (const [index, rules] of [...engines.keys()].entries())
      rows.push(toRow(what, text.length, rules, times[index], parse_us));
  }
  // Links are resolved from memory: the caller accesses the file system, which is not measured here.
  const links = new Map([[path, path]]);
  const linked = sized(1024);
  const text = JSON.stringify(linked);
  const [parse_us, followed] = measure(
    [() => JSON.parse(text), () => engines.get(50).evaluate(linked, { links })],
    rounds,
  );
  rows.push(toRow('1 KiB call, links from memory', text.length, 50, followed, parse_us));
  return rows;
}

const toRow = (what, bytes, rules, decide_us, parse_us) => ({
  what,
  bytes,
  rules,
  decide_us,
  parse_us,
  ratio: decide_us / parse_us,
});

// Returns the time of the fastest of many short rounds, so that other load on the machine hardly matters. The variants
// are measured alternately, so that a slow moment affects all of them.
function measure(runs, rounds) {
  for (const run of runs) for (let n = 0; n < 5000; n += 1) run();
  const best = runs.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, run] of runs.entries()) {
      const start = process.hrtime.bigint();
      for (let n = 0; n < 50; n += 1) run();
      best[index] = Math.min(best[index], Number(process.hrtime.bigint() - start) / 50 / 1000);
    }
  return best;
}
