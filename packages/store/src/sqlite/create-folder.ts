// Creates a folder and its missing parents. `mkdirSync` with `recursive` loops forever below a folder in which no
// entries can be created, such as `/proc`, because it interprets every ENOENT as a missing parent.

import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Creates a folder and its missing parents with mode 0700. Throws an error with the system's code if one cannot be created. */
export function createFolder(folder: string): void {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) createFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!isFolder(folder)) throw explain(error as NodeJS.ErrnoException, folder, parent);
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** The parent exists at this point, so the system's "no such file or directory" would mislead. */
function explain(error: NodeJS.ErrnoException, folder: string, parent: string): Error {
  if (error.code !== 'ENOENT' || parent === folder) return error;
  const message = `cannot create the folder \`${folder}\`: \`${parent}\` does not accept new folders`;
  return Object.assign(new Error(message, { cause: error }), { code: error.code });
}
