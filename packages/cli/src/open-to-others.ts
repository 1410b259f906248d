// Files that decide for us and that others can write: then they decide.

import { statSync } from 'node:fs';

/** Which of these files and folders others can change. In a sticky folder nobody can replace the file of somebody else. */
export function openToOthers(paths: readonly string[]): readonly string[] {
  if (process.platform === 'win32') return [];
  return paths.filter((path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined || (found.mode & 0o022) === 0) return false;
    return !(found.isDirectory() && (found.mode & 0o1000) !== 0);
  });
}
