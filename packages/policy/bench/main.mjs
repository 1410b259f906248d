// Measures the time of a decision, and how it grows. Build the package first. `--json` prints the numbers for other
// programs, `--quick` only checks that the benchmark runs. `pnpm bench --only policy` compares them with their targets.

import { compilePolicy, loadPolicy } from '../dist/index.js';
import { loadShell } from '../dist/shell.js';
import { measureDecisions } from './decisions.mjs';
import { measureGrowth } from './growth.mjs';

const quick = process.argv.includes('--quick');
const shell = await loadShell();
const environment = {
  platform: 'linux',
  home: '/home/user',
  cwd: '/home/user/project',
  protectedPaths: ['/home/user/.config/clawdefender'],
};
const compile = async (text) => compilePolicy(await loadPolicy(text), { environment, shell });

const decisions = await measureDecisions({ compile, rounds: quick ? 20 : 400 });
const growth = await measureGrowth({ compile, rounds: quick ? 1 : 9 });

if (process.argv.includes('--json')) console.log(JSON.stringify({ decisions, growth }));
else {
  const short = (value) => value.toFixed(2);
  console.table(
    decisions.map(({ decide_us, parse_us, ratio, ...row }) => ({
      ...row,
      decide_us: short(decide_us),
      parse_us: short(parse_us),
      ratio: short(ratio),
    })),
  );
  console.table(
    growth.map(({ shape, ms, doubling, parse_doubling }) => ({
      shape,
      'ms, each size': ms.map(short).join(' '),
      'when it doubles': short(doubling),
      'JSON.parse': short(parse_doubling),
    })),
  );
}
