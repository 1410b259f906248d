// Implements `npm test`: prepares the clone, runs every step of the `check` script, and stops at the first failure.
// Steps that only read the sources run in parallel with the build, which leaves a CPU core idle most of the time.

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

const besideBuild = ['lint', 'types', 'build'];
await holds([runSteps(['lint', 'types'], { quiet: true }), runSteps(['build'])]);
await holds([runSteps(steps.filter((step) => !besideBuild.includes(step)))]);
say(`\n${green('✓')} ${bold('everything holds')} (${seconds(start)})`);

/**
 * Runs steps one after another until one fails. Returns its exit code, or 0. The output of a quiet step is printed when
 * the step has ended.
 */
async function runSteps(names, { quiet = false } = {}) {
  for (const step of names) {
    const stepStart = performance.now();
    if (!quiet) say(`\n${bold(`— ${step}`)}`);
    const { code, output } = await runPnpm(['run', '--silent', step], { quiet });
    if (quiet) say([`\n${bold(`— ${step}`)}`, output.trimEnd()].filter(Boolean).join('\n'));
    if (code !== 0) {
      say(`${red(`✗ ${step} failed`)} after ${seconds(stepStart)}; \`pnpm run ${step}\` repeats it`);
      return code;
    }
    say(`${green('✓')} ${step} ${seconds(stepStart)}`);
  }
  return 0;
}

/** Waits for all steps, so that no process is left, and ends the process if one of them has failed. */
async function holds(running) {
  const failed = (await Promise.all(running)).find((code) => code !== 0);
  if (failed !== undefined) process.exit(failed);
}
