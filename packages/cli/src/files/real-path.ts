// A path with all symbolic links resolved; a path that does not exist is returned unchanged.

import { realpathSync } from 'node:fs';

export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
