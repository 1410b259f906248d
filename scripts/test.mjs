// `npm test`: makes the clone ready, then runs every step of the `check` script, and stops at the first that fails.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, root, runPnpm } from './bootstrap.mjs';
import { installSystemPackages } from './system-packages.mjs';
import { bold, green, red, say, seconds } from './terminal.mjs';

await bootstrap();
await installSystemPackages();

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const steps = scripts.check.split('&&').map((step) => step.trim().replace(/^pnpm run /, ''));
const start = performance.now();

for (const step of steps) {
  const stepStart = performance.now();
  say(`\n${bold(`— ${step}`)}`);
  const { code } = await runPnpm(['run', '--silent', step]);
  if (code !== 0) {
    say(`${red(`✗ ${step} failed`)} after ${seconds(stepStart)}; \`pnpm run ${step}\` repeats it`);
    process.exit(code);
  }
  say(`${green('✓')} ${step} ${seconds(stepStart)}`);
}
say(`\n${green('✓')} ${bold('everything holds')} (${seconds(start)})`);
