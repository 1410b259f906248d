// Removes the oldest sessions if the logs in a folder exceed a limit. Before that, the current session records in its
// own log which sessions it removes, so that retention can be distinguished from tampering.

import { lstatSync } from 'node:fs';
import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';
import { checkpointFileName, processOf, sessionOf } from '../format/file-names.js';
import { isRunning } from './process-alive.js';
import { readOrder, trimOrder } from './session-order.js';

/**
 * Removes old sessions until the folder contains at most `limit` bytes. Never throws; files that cannot be
 * removed are kept.
 */
export async function retireSessions(
  folder: string,
  own: string,
  limit: number,
  announce: (sessions: readonly string[]) => void,
): Promise<void> {
  try {
    const sizes = await sessionSizes(folder);
    let total = [...sizes.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    const chosen: string[] = [];
    for (const session of oldestFirst([...sizes.keys()], await readOrder(folder))) {
      if (total <= limit) break;
      if (session === own || isRunning(processOf(session))) continue;
      chosen.push(session);
      total -= sizes.get(session)?.bytes ?? 0;
    }
    if (chosen.length === 0) return;
    announce(chosen);
    for (const session of chosen) await removeSession(folder, session, sizes.get(session)?.files ?? []);
    const left = await sessionSizes(folder);
    await trimOrder(folder, (session) => left.has(session));
  } catch {
    // If the log cannot be written or the folder cannot be read, nothing is removed.
  }
}

/**
 * Sorts sessions by their start, because a session must not be removed before an older one to which it refers.
 * Sessions that are not in the list count as older.
 */
function oldestFirst(sessions: readonly string[], order: readonly string[]): readonly string[] {
  const places = new Map(order.map((session, index) => [session, index]));
  const placeOf = (session: string) => places.get(session) ?? -1;
  return [...sessions].sort((left, right) => placeOf(left) - placeOf(right) || (left < right ? -1 : 1));
}

interface Size {
  bytes: number;
  readonly files: string[];
}

/**
 * The number of files after which other tasks run. The calls are synchronous, because that takes a fifth of the time.
 */
const atOnce = 16;

async function sessionSizes(folder: string): Promise<Map<string, Size>> {
  const sizes = new Map<string, Size>();
  let count = 0;
  for (const file of await readdir(folder)) {
    const session = sessionOf(file);
    if (session === undefined) continue;
    count += 1;
    if (count % atOnce === 0) await pause();
    const size = sizes.get(session) ?? { bytes: 0, files: [] };
    // `lstat` does not follow links, which can be broken or point to a large file.
    size.bytes += lstatSync(join(folder, file)).size;
    size.files.push(file);
    sizes.set(session, size);
  }
  return sizes;
}

/** Removes the checkpoint file last, because a session without it would look tampered with. */
async function removeSession(folder: string, session: string, files: readonly string[]): Promise<void> {
  const checkpointFile = checkpointFileName(session);
  for (const file of files.filter((name) => name !== checkpointFile)) await unlink(join(folder, file));
  await unlink(join(folder, checkpointFile));
}
