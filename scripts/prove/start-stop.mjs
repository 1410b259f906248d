// Starts and stops the proxy in every common way, and checks that no process is still running afterwards. Every process
// of a cycle inherits a marker in its environment, by which it is found. All processes share one stderr; a cycle ends
// when none of them can write to it any more.
import { randomUUID } from 'node:crypto';
import { within } from './deadline.mjs';
import { scenarios } from './start-stop/scenarios.mjs';
import { findMarked } from './start-stop/survivors.mjs';

/** Waiting for servers that ignore signals takes no processor time, so many cycles may run at the same time. */
const atOnce = 8;
const deadline = 20_000;

export const proof = {
  name: 'start-stop',
  summary: '200 regular and forced starts and stops leave no process running',
  async run({ say }) {
    if (process.platform !== 'linux')
      throw new Error('survivors are found through /proc, which only Linux has');
    const mark = `PROOF_${randomUUID()}`;
    const failures = [];
    const cycles = interleave(scenarios);
    let done = 0;
    const worker = async () => {
      for (let scenario = cycles.shift(); scenario; scenario = cycles.shift()) {
        const failure = await runCycle(scenario, mark);
        if (failure) failures.push(`${scenario.name}: ${failure}`);
        if (++done % 25 === 0) say(`${done} cycles`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));

    const survivors = await findMarked(mark);
    for (const { pid } of survivors) process.kill(pid, 'SIGKILL');
    for (const { cycle, command } of survivors) failures.push(`${cycle}: still alive: ${command}`);
    if (failures.length > 0) throw new Error(`${failures.length} problems\n${tally(failures)}`);
    return { cycles: done, ways: scenarios.length, survivors: 0 };
  },
};

async function runCycle(scenario, mark) {
  // The child process of the cycle may be killed before it prints anything. Only in this case no exit code is expected.
  const env = { ...process.env, [mark]: scenario.name };
  try {
    const code = await within(deadline, 'the end', scenario.run(env));
    const { exit } = scenario;
    if (exit !== undefined && code !== exit) return `ended with ${code}, expected ${exit}`;
  } catch (error) {
    return error.message;
  }
  return undefined;
}

/** Interleaves the kinds, so that every kind runs together with every other kind. */
function interleave(kinds) {
  const left = kinds.map((kind) => ({ kind, times: kind.times }));
  const order = [];
  while (left.some(({ times }) => times > 0)) {
    for (const entry of left) if (entry.times-- > 0) order.push(entry.kind);
  }
  return order;
}

function tally(lines) {
  const counts = new Map();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts].map(([line, count]) => `  ${count} × ${line}`).join('\n');
}
