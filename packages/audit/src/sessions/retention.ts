// Retention over sessions: when all logs of a folder together have become too large, the oldest sessions go, whole.
// A session names those that it is about to remove in its own log first, so that a missing one can be told from a
// stolen one.

import { lstatSync } from 'node:fs';
import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';
import { processOf, sessionOf, witnessName } from '../format/file-names.js';
import { isRunning } from './process-alive.js';
import { readOrder, trimOrder } from './session-order.js';

/** Removes old sessions until the folder holds at most `limit` bytes. Never fails; what cannot be removed stays. */
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
    // The log cannot be written or the folder cannot be read: then nothing is removed.
  }
}

/** In the order in which they began: a session must not go before one that it refers to. Those of no known order are older. */
function oldestFirst(sessions: readonly string[], order: readonly string[]): readonly string[] {
  const places = new Map(order.map((session, index) => [session, index]));
  const placeOf = (session: string) => places.get(session) ?? -1;
  return [...sessions].sort((left, right) => placeOf(left) - placeOf(right) || (left < right ? -1 : 1));
}

interface Size {
  bytes: number;
  readonly files: string[];
}

/** Asking for a size takes a fifth of the time when it is not done in the background; between a few of them others have their turn. */
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
    // A link may lead nowhere, or to something large: neither is ours.
    size.bytes += lstatSync(join(folder, file)).size;
    size.files.push(file);
    sizes.set(session, size);
  }
  return sizes;
}

/** The witness goes last: half a session without one would look like a theft of the witness. */
async function removeSession(folder: string, session: string, files: readonly string[]): Promise<void> {
  const witness = witnessName(session);
  for (const file of files.filter((name) => name !== witness)) await unlink(join(folder, file));
  await unlink(join(folder, witness));
}
