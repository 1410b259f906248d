// Whether a permission would be for a folder. Tools that search or delete do it with everything below, so it is no single resource.

import { stat } from 'node:fs/promises';
import type { PermissionRequest } from '@claw/mcp-server';

/** Whether a resource is a folder, by its spelling or on this machine. What does not exist is none. */
export async function namesFolder(
  resource: string,
  { effect, resource: readings }: PermissionRequest['question']['access'],
): Promise<boolean> {
  if (effect === 'exec' || effect === 'connect') return false;
  if (/[\\/]\.{0,2}$/.test(resource)) return true;
  // Where the paths lead was found out in time a moment ago, so they are on disks that answer.
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
