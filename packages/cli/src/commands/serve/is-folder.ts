// Checks whether a resource is a folder: a permission for a folder would cover everything in it, because some tools
// search or delete recursively.

import { stat } from 'node:fs/promises';
import type { PermissionRequest } from '@claw/mcp-server';

/** True if a resource is a folder, according to its notation or on this machine. */
export async function isFolder(
  resource: string,
  { effect, resource: readings }: PermissionRequest['question']['access'],
): Promise<boolean> {
  if (effect === 'exec' || effect === 'connect') return false;
  if (/[\\/]\.{0,2}$/.test(resource)) return true;
  // The links in these paths were just resolved within the time limit, so their file systems respond.
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
