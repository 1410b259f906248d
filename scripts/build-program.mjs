// Builds the program where something has changed since it was built, and says so: it takes seconds.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root, runPnpm } from './bootstrap.mjs';
import { dim, say, seconds } from './terminal.mjs';

/** Ends the process with what the build said when it failed. */
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

/** Everything that goes into the program: our packages, and what was installed for them. */
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

/** Whether the program is there and all of it is newer than each of its sources. */
export function isBuilt(folder, paths) {
  if (!existsSync(join(folder, 'main.cjs'))) return false;
  const written = Math.min(...everyFile(folder).map(({ mtimeMs }) => mtimeMs));
  return paths.every((path) => everyThing(path).every(({ mtimeMs }) => mtimeMs < written));
}

const everyFile = (folder) => everyThing(folder).filter((entry) => entry.isFile());

/** A path and all that is in it. Folders count: their time tells of a file that is gone. */
function everyThing(path) {
  const entry = statSync(path);
  if (!entry.isDirectory()) return [entry];
  return [entry, ...readdirSync(path).flatMap((name) => everyThing(join(path, name)))];
}
