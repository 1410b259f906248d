// In which order the sessions of a folder began: a list to which each adds itself. Their names say it by a clock that may be
// put back, and a session that no other refers to could be taken away unnoticed.

import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSession } from './names.js';

const listName = 'sessions.order';

/** As much of the list as is looked at: many more sessions than begin at the same moment. */
const tailBytes = 16 * 1024;

/** Adds a session to the list. Returns those that began before it, the last first; none when there is no list to be had. */
export function joinOrder(folder: string, session: string): readonly string[] {
  const { O_RDWR, O_CREAT, O_APPEND, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  let list: number | undefined;
  try {
    list = openSync(join(folder, listName), O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK, 0o600);
    if (!fstatSync(list).isFile()) return [];
    // The first line feed ends a line that a full disk has torn.
    writeSync(list, `\n${session}\n`);
    const sessions = parseOrder(readTail(list));
    // When very many have joined since, it stands before what was read, and so do all that began earlier.
    return sessions.slice(0, Math.max(0, sessions.lastIndexOf(session))).reverse();
  } catch {
    // Names are a good guess, and whoever cannot write here cannot write the log itself.
    return [];
  } finally {
    if (list !== undefined) closeSync(list);
  }
}

/** All sessions of the list, oldest first; empty when there is none. */
export const readOrder = async (folder: string): Promise<readonly string[]> =>
  parseOrder(await readFile(join(folder, listName), 'utf8').catch(() => ''));

const parseOrder = (text: string): string[] => text.split('\n').filter(isSession);

function readTail(list: number): string {
  const { size } = fstatSync(list);
  const bytes = Buffer.alloc(Math.min(size, tailBytes));
  return bytes.toString('utf8', 0, readSync(list, bytes, 0, bytes.length, size - bytes.length));
}
