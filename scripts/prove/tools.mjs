// The heavy third-party programs in `scripts/tools`: installed when a proof first needs them, exactly as locked.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runChild } from '../run-child.mjs';

const folder = fileURLToPath(new URL('../tools', import.meta.url));

/** The folder of bridges, clients and proxies over HTTP. */
export const httpTools = `${folder}/http`;

/** The path of a file inside an installed tool. */
export const tool = (path) => `${folder}/node_modules/${path}`;

/** The other Node versions. The npm package of each holds the plain binary. */
export const nodes = { 22: tool('node22/bin/node'), 24: tool('node24/bin/node') };

/** Installs the tools, or those of a folder beside them that are wanted alone. */
export async function installTools(say, where = folder) {
  const stamp = `${where}/node_modules/.installed`;
  const wanted = createHash('sha256')
    .update(readFileSync(`${where}/package-lock.json`))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('installing the tools …');
  // The root's own `engine-strict` reaches us through the environment, which counts for more than the folder's file.
  const { code, output } = await runChild('npm', ['ci', '--no-audit', '--no-fund', '--engine-strict=false'], {
    cwd: where,
    quiet: true,
  });
  if (code !== 0) throw new Error(`\`npm ci\` in ${where} ended with ${code}\n${output}`);
  writeFileSync(stamp, wanted);
}
