// Checks the packages as they are published: packs each package, and runs publint and attw on the tarball.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { root, runPnpm } from './bootstrap.mjs';
import { runChild } from './run-child.mjs';
import { green, red, say } from './terminal.mjs';

const attw = join(root, 'node_modules', '@arethetypeswrong', 'cli', 'dist', 'index.js');

const readManifest = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

function listPublicPackages() {
  const folders = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name));
  return folders.filter(
    (folder) => existsSync(join(folder, 'package.json')) && !readManifest(folder).private,
  );
}

/** Returns all errors of one package, each as a text. */
async function checkPackage(folder, destination) {
  const { code, output } = await runPnpm(['pack', '--json', '--pack-destination', destination], {
    cwd: folder,
    quiet: true,
  });
  if (code !== 0) return [`it cannot be packed:\n${output}`];
  const tarball = JSON.parse(output).filename;
  const problems = [
    await checkManifest(tarball),
    await checkWithPublint(tarball),
    await checkTypes(folder, tarball),
  ];
  return problems.flat();
}

/** Checks that no files are published that are only useful inside this repository. */
async function checkManifest(tarball) {
  const { code, output } = await runChild('tar', ['-xzOf', tarball, 'package/package.json'], { quiet: true });
  if (code !== 0) return [`its manifest cannot be read: ${output}`];
  return ['@claw/source', 'workspace:']
    .filter((text) => output.includes(text))
    .map((text) => `its manifest holds \`${text}\``);
}

async function checkWithPublint(tarball) {
  const bytes = readFileSync(tarball);
  const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { messages, pkg } = await publint({ pack: { tarball: data }, strict: true });
  return messages.map((message) => `publint: ${formatMessage(message, pkg)}`);
}

/** Checks the types of a package. A program without types is skipped. */
async function checkTypes(folder, tarball) {
  if (!readManifest(folder).types) return [];
  const { code, output } = await runChild(
    process.execPath,
    [attw, tarball, '--profile', 'node16', '--no-color'],
    { quiet: true },
  );
  return code === 0 ? [] : [`attw:\n${output}`];
}

const destination = mkdtempSync(join(tmpdir(), 'packages '));
try {
  const checked = await Promise.all(
    listPublicPackages().map(async (folder) => ({
      name: readManifest(folder).name,
      problems: await checkPackage(folder, destination),
    })),
  );
  for (const { name, problems } of checked) {
    say(`${problems.length === 0 ? green('✓') : red('✗')} ${name}`);
    for (const problem of problems) process.stderr.write(`${name}: ${problem}\n`);
    if (problems.length > 0) process.exitCode = 1;
  }
} finally {
  rmSync(destination, { recursive: true, force: true });
}
