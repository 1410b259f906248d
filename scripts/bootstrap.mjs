// Prepares a fresh clone with only Node and npm: finds the pinned pnpm version, or downloads it from the registry, and
// installs the dependencies exactly as locked. If the clone is already prepared, this takes milliseconds.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from './run-child.mjs';
import { dim, red, say, seconds } from './terminal.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const oldestNode = 20;
const stampFile = join(root, 'node_modules', '.bootstrap');
const localPnpm = join(root, 'node_modules', 'pnpm');

/** Installs missing dependencies. If that fails, prints the reason and ends the process. */
export async function bootstrap() {
  if (Number.parseInt(process.versions.node, 10) < oldestNode) {
    fail(
      `this needs Node ${oldestNode} or newer, and runs on ${process.versions.node}; see https://nodejs.org/`,
    );
  }
  const wanted = fingerprint();
  if (existsSync(stampFile) && existsSync(localPnpm) && readFileSync(stampFile, 'utf8') === wanted) return;

  say(dim('installing what the lockfile names …'));
  const start = performance.now();
  const [command, ...args] = await findPnpm();
  // Without a terminal pnpm cannot prompt. `CI` makes it replace a node_modules folder that it did not create.
  const env = { ...process.env, CI: 'true' };
  const flags = ['install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only'];
  const { code, output } = await runChild(command, [...args, ...flags], { quiet: true, cwd: root, env });
  if (code !== 0) fail(`${output}\ninstalling failed (exit code ${code}); the lines above say why`, code);
  writeFileSync(stampFile, wanted);
  say(dim(`installed in ${seconds(start)}`));
}

/** Runs the pinned pnpm version in the repository. `bootstrap` must be called first. */
export const runPnpm = (args, options = {}) =>
  runChild(process.execPath, [join(localPnpm, 'bin', 'pnpm.cjs'), ...args], { cwd: root, ...options });

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

const pinnedPnpm = () =>
  readJson(join(root, 'package.json'))
    .packageManager.replace(/^pnpm@/, '')
    .replace(/\+.*$/, '');

/** Finds pnpm in an earlier installation, on the PATH, or in the registry. The version is always the pinned one. */
async function findPnpm() {
  const version = pinnedPnpm();
  const manifest = join(localPnpm, 'package.json');
  if (existsSync(manifest) && readJson(manifest).version === version) {
    return [process.execPath, join(localPnpm, 'bin', 'pnpm.cjs')];
  }
  // This runs outside of the repository, because inside of it every pnpm would report the pinned version.
  const installed = await runChild('pnpm', ['--version'], { quiet: true, cwd: dirname(root) });
  if (installed.code === 0 && installed.output.trim() === version) return ['pnpm'];
  return ['npx', '--yes', `pnpm@${version}`];
}

/** Returns a hash of all files that determine an installation. */
function fingerprint() {
  const files = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', '.npmrc', 'fixtures/package.json'];
  for (const folder of ['packages', 'examples']) {
    if (!existsSync(join(root, folder))) continue;
    for (const name of readdirSync(join(root, folder)).sort()) files.push(`${folder}/${name}/package.json`);
  }
  const hash = createHash('sha256').update(
    `${root}\n${process.platform} ${process.arch} ${process.versions.modules}\n`,
  );
  for (const file of files) {
    if (existsSync(join(root, file))) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function fail(message, code = 2) {
  process.stderr.write(`${red('bootstrap:')} ${message}\n`);
  process.exit(code);
}
