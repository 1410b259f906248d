// Installs programs that the tests need and npm does not provide. As root, it uses the package manager of the system;
// otherwise it prints what will be skipped. This step never fails; a test fails if a program that it requires is
// missing.

import { spawnSync } from 'node:child_process';
import { runChild } from './run-child.mjs';
import { dim, say } from './terminal.mjs';

/** The program, its package, and what is not tested without it. */
const forTests = [
  { program: 'redis-server', package: 'redis-server', without: 'the store on Redis' },
  { program: 'chromium', package: 'chromium', without: 'the page of the dashboard' },
  { program: 'zsh', package: 'zsh', without: 'completion in zsh' },
  { program: 'fish', package: 'fish', without: 'completion in fish' },
];

const isThere = (program) => spawnSync(program, ['--version']).error === undefined;

/** Installs the missing programs, if that is possible without a prompt. */
export async function installSystemPackages(needed = forTests) {
  const missing = needed.filter(({ program }) => !isThere(program));
  if (missing.length === 0) return;
  if (process.getuid?.() === 0 && isThere('apt-get')) await install(missing.map((entry) => entry.package));
  for (const { program, package: name, without } of missing.filter((entry) => !isThere(entry.program)))
    say(`${program} is missing, so ${without} is left out; install the package \`${name}\``);
}

async function install(packages) {
  say(dim(`installing ${packages.join(', ')} …`));
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { quiet: true, env };
  const flags = ['install', '--yes', '--no-install-recommends', ...packages];
  const first = await runChild('apt-get', flags, options);
  if (first.code === 0) return;
  // A fresh image does not contain package lists yet.
  await runChild('apt-get', ['update'], options);
  const { code, output } = await runChild('apt-get', flags, options);
  if (code !== 0) say(`${output}\n\`apt-get install ${packages.join(' ')}\` failed (exit code ${code})`);
}
