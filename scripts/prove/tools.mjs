// The heavy third-party programs in `scripts/tools`: installed when a proof first needs them, exactly as locked.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runChild } from '../run-child.mjs';

const folder = fileURLToPath(new URL('../tools', import.meta.url));
const stamp = `${folder}/node_modules/.installed`;

/** The path of a file inside an installed tool. */
export const tool = (path) => `${folder}/node_modules/${path}`;

/** The other Node versions. The npm package of each holds the plain binary. */
export const nodes = { 22: tool('node22/bin/node'), 24: tool('node24/bin/node') };

export async function installTools(say) {
  const wanted = createHash('sha256')
    .update(readFileSync(`${folder}/package-lock.json`))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('installing the tools …');
  const { code, output } = await runChild('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: folder,
    quiet: true,
  });
  if (code !== 0) throw new Error(`\`npm ci\` in scripts/tools ended with ${code}\n${output}`);
  writeFileSync(stamp, wanted);
}
