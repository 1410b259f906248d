// Builds the program if its sources have changed, and prints that it does so, because it takes seconds.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root, runPnpm } from './bootstrap.mjs';
import { dim, say, seconds } from './terminal.mjs';

/** Builds the program. If that fails, prints the output of the build and ends the process. */
export async function buildProgram() {
  if (isBuilt(join(root, 'packages/cli/dist'), sources())) return;
  say(dim('building the program …'));
  const start = performance.now();
  const { code, output } = await runPnpm(['--filter', '@claw/cli', 'run', 'build'], { quiet: true });
  if (code !== 0) {
    process.stderr.write(`${output}\nthe build failed\n`);
    process.exit(code);
  }
  say(dim(`built in ${seconds(start)}`));
}

/** Returns all inputs of the program: our packages and their dependencies. */
function sources() {
  const folders = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name));
  return [
    ...folders.flatMap((folder) =>
      ['src', 'package.json', 'tsup.config.ts', 'build.mjs', 'index.html'].map((name) => join(folder, name)),
    ),
    join(root, 'tsup.base.ts'),
    join(root, 'node_modules', '.bootstrap'),
  ].filter((path) => existsSync(path));
}

/** True if the program exists and all its files are newer than all its sources. */
export function isBuilt(folder, paths) {
  if (!existsSync(join(folder, 'main.cjs'))) return false;
  const written = Math.min(...everyFile(folder).map(({ mtimeMs }) => mtimeMs));
  return paths.every((path) => everyThing(path).every(({ mtimeMs }) => mtimeMs < written));
}

const everyFile = (folder) => everyThing(folder).filter((entry) => entry.isFile());

/**
 * Returns a path and its content. Folders are included, because their modification time shows that a file was removed.
 */
function everyThing(path) {
  const entry = statSync(path);
  if (!entry.isDirectory()) return [entry];
  return [entry, ...readdirSync(path).flatMap((name) => everyThing(join(path, name)))];
}
