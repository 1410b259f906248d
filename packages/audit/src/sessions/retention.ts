// Retention over sessions: if the logs of a folder exceed a limit, the oldest sessions are removed as a whole. A
// session first records in its own log which sessions it removes, so that retention can be distinguished from
// tampering.

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
    // The log cannot be written or the folder cannot be read, so nothing is removed.
  }
}

/**
 * Sorted by start, because a session must not be removed before one that it refers to. Sessions of unknown
 * order count as older.
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

/** A synchronous `stat` takes a fifth of the time; after a few of them, other tasks run. */
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
    // A link can be broken or refer to a large file; both are ignored.
    size.bytes += lstatSync(join(folder, file)).size;
    size.files.push(file);
    sizes.set(session, size);
  }
  return sizes;
}

/** The checkpoint file is removed last: a session without it would look tampered with. */
async function removeSession(folder: string, session: string, files: readonly string[]): Promise<void> {
  const checkpointFile = checkpointFileName(session);
  for (const file of files.filter((name) => name !== checkpointFile)) await unlink(join(folder, file));
  await unlink(join(folder, checkpointFile));
}
