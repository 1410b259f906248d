// Where a path really leads; a path that leads nowhere stays what it is.

import { realpathSync } from 'node:fs';

export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
