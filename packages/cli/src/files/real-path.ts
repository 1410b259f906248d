// Resolves all symbolic links in a path. A path that does not exist is returned unchanged.

import { realpathSync } from 'node:fs';

export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
