// Runs the benchmark of the policy package as a separate program, so that other parts do not affect it.

import { fileURLToPath } from 'node:url';
import { runChild } from '../run-child.mjs';

const file = fileURLToPath(new URL('../../packages/policy/bench/main.mjs', import.meta.url));

/** Returns the results by name, as ratios; undefined if the program printed none. */
export async function runPolicy({ quick }) {
  const stdio = ['ignore', 'pipe', 'inherit'];
  const args = [file, '--json', ...(quick ? ['--quick'] : [])];
  const { output } = await runChild(process.execPath, args, { quiet: true, stdio });
  try {
    return toRatios(JSON.parse(output));
  } catch {
    return undefined;
  }
}

function toRatios({ decisions, growth }) {
  const find = (what, rules) => decisions.find((row) => row.what === what && row.rules === rules);
  const texts = ['1 KiB call, one text', '1 KiB call, many values'];
  const shell = '1 KiB with a 200-byte command';
  return [
    ...texts.flatMap((what) => [
      { kind: 'decision', name: `${what}, 50 rules : JSON.parse`, ratio: find(what, 50).ratio },
      {
        kind: 'rules',
        name: `${what}, 200 rules : 50 rules`,
        ratio: find(what, 200).decide_us / find(what, 50).decide_us,
      },
    ]),
    { kind: 'shell', name: `${shell}, 50 rules : JSON.parse`, ratio: find(shell, 50).ratio },
    ...growth.map(({ shape, doubling, parse_doubling }) => ({
      kind: 'growth',
      name: `twice as much, ${shape}`,
      ratio: doubling,
      parse_ratio: parse_doubling,
    })),
  ];
}
