// Checks whether a permission would cover a folder: tools that search or delete act on everything in it.

import { stat } from 'node:fs/promises';
import type { PermissionRequest } from '@claw/mcp-server';

/** True if a resource is a folder, by its spelling or on this machine. */
export async function isFolder(
  resource: string,
  { effect, resource: readings }: PermissionRequest['question']['access'],
): Promise<boolean> {
  if (effect === 'exec' || effect === 'connect') return false;
  if (/[\\/]\.{0,2}$/.test(resource)) return true;
  // The links of these paths were just resolved in time, so their file systems respond.
  const found = await Promise.all(
    readings.map((path) =>
      stat(path).then(
        (one) => one.isDirectory(),
        () => false,
      ),
    ),
  );
  return found.includes(true);
}
