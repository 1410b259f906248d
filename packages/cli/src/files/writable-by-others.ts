// Finds files that other users can change. A user who can write a policy or configuration controls what it allows.

import { statSync } from 'node:fs';

/**
 * Returns the files and folders that other users can change. In a sticky folder, users cannot replace the files of
 * others.
 */
export function writableByOthers(paths: readonly string[]): readonly string[] {
  if (process.platform === 'win32') return [];
  return paths.filter((path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined || (found.mode & 0o022) === 0) return false;
    return !(found.isDirectory() && (found.mode & 0o1000) !== 0);
  });
}
