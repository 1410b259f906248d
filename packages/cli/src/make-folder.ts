// Makes a folder of our own, and those above it that are missing. Node's own recursive way never comes back where a folder
// is there that takes none, as under `/proc`: it takes "no such file" for a missing folder above, for ever.

import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes what is missing of a path, private to the user. Throws with the system's code for what is wrong. */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  const above = dirname(folder);
  if (above !== folder) makeFolder(above);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have been quicker.
    if (!isFolder(folder)) throw explain(error as NodeJS.ErrnoException, folder, above);
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** The folder above is there by then, so "no such file" would mislead. */
function explain(error: NodeJS.ErrnoException, folder: string, above: string): Error {
  if (error.code !== 'ENOENT' || above === folder) return error;
  const message = `\`${folder}\` cannot be made: \`${above}\` takes no folders`;
  return Object.assign(new Error(message, { cause: error }), { code: error.code });
}
