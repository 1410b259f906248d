// Ensures that the measured build matches the sources: builds the packages if a build is missing or outdated.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root, runPnpm } from '../bootstrap.mjs';

export const program = join(root, 'packages', 'cli', 'dist', 'main.cjs');
export const library = join(root, 'packages', 'jsonrpc-stream', 'dist', 'index.js');
const policy = join(root, 'packages', 'policy', 'dist', 'index.js');

/** Builds the packages if necessary. Returns the error output if that fails, otherwise undefined. */
export async function build(progress) {
  if ([program, library, policy].every((file) => existsSync(file) && age(file) <= youngestSource()))
    return undefined;
  progress('building the packages …');
  const { code, output } = await runPnpm(['run', '--silent', 'build'], { quiet: true });
  return code === 0 ? undefined : `${output}\nthe packages could not be built; \`pnpm build\` repeats it`;
}

const age = (file) => Date.now() - statSync(file).mtimeMs;

function youngestSource() {
  const sources = ['jsonrpc-stream', 'policy', 'proxy-stdio', 'cli'].flatMap((name) => {
    const folder = join(root, 'packages', name, 'src');
    return readdirSync(folder, { recursive: true })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => join(folder, file));
  });
  return Math.min(...sources.map(age));
}
