// Installs the large third-party programs in `scripts/tools`, as locked, when a proof first needs them.
import { createHash } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runChild } from '../run-child.mjs';

const folder = fileURLToPath(new URL('../tools', import.meta.url));

/** The folder of bridges, clients and proxies for HTTP. */
export const httpTools = `${folder}/http`;

/** The folder of popular MCP servers. */
export const serverTools = `${folder}/servers`;

/** Returns the path of a file inside an installed tool. */
export const tool = (path) => `${folder}/node_modules/${path}`;

/** Other Node versions. Each of these npm packages contains the plain binary. */
export const nodes = { 22: tool('node22/bin/node'), 24: tool('node24/bin/node') };

/**
 * Installs the tools, or only the tools in one subfolder. Test files run in separate processes and may need the same
 * folder at the same time. One of them installs the tools, and the others wait for it.
 */
export async function installTools(say, where = folder) {
  if (isInstalled(where)) return;
  const lock = `${where}/.installing`;
  while (!takeLock(lock)) await pause(100);
  try {
    if (!isInstalled(where)) await install(say, where);
  } finally {
    rmSync(lock, { force: true });
  }
}

const stampFile = (where) => `${where}/node_modules/.installed`;

const fingerprint = (where) =>
  createHash('sha256')
    .update(readFileSync(`${where}/package-lock.json`))
    .digest('hex');

const isInstalled = (where) =>
  existsSync(stampFile(where)) && readFileSync(stampFile(where), 'utf8') === fingerprint(where);

/** Tries to acquire the lock; returns true if this process holds it. The lock of a killed process is ignored. */
function takeLock(lock) {
  // The lock is created as a link, so that it always contains the process id of its holder.
  const mine = `${lock}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    linkSync(mine, lock);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isHeld(lock)) rmSync(lock, { force: true });
    return false;
  } finally {
    rmSync(mine);
  }
}

function isHeld(lock) {
  try {
    return process.kill(Number(readFileSync(lock, 'utf8')), 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function install(say, where) {
  say('installing the tools …');
  // The root sets `engine-strict` in the environment, which takes precedence over the settings in this folder.
  const { code, output } = await runChild('npm', ['ci', '--no-audit', '--no-fund', '--engine-strict=false'], {
    cwd: where,
    quiet: true,
  });
  if (code !== 0) throw new Error(`\`npm ci\` in ${where} ended with ${code}\n${output}`);
  writeFileSync(stampFile(where), fingerprint(where));
}
