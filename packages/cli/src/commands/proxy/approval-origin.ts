// Determines the server that an approval is valid for.

import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { type Upstream, upstreamOrigin } from './endpoints.js';

/**
 * Returns what approvals are bound to: the origin and, if the program depends on it, the current folder. Otherwise an
 * approval for `node server.mjs` in one project would be valid for another project's file of that name.
 */
export function approvalOrigin(upstream: Upstream, folder: string): string {
  const origin = upstreamOrigin(upstream);
  if (upstream.kind === 'url' || !dependsOnFolder(upstream.words, folder)) return origin;
  return `${origin} (in ${folder})`;
}

/** A package runner prefers a package that is installed in the current folder or in a folder that contains it. */
function dependsOnFolder(words: readonly string[], folder: string): boolean {
  const [program = ''] = words;
  const isRelative = (word: string) => !isAbsolute(word) && existsSync(join(folder, word));
  if (/[\\/]/.test(program) && !isAbsolute(program)) return true;
  if (words.slice(1).some(isRelative)) return true;
  return (
    packageRunner.test(program) && foldersUpFrom(folder).some((one) => existsSync(join(one, 'node_modules')))
  );
}

const packageRunner = /(?:^|[\\/])(?:npx|npm|pnpx|pnpm|bunx|bun|yarn)(?:\.cmd|\.exe)?$/;

function foldersUpFrom(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersUpFrom(parent)];
}
