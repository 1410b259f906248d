// Maintains a list of the sessions of a folder, in order of their start. File names contain the start time, but the
// clock may be set back; without the list, the removal of a session to which no other session refers would not be
// detected. The list is split into parts, so that old parts can be deleted while other processes write. Existing
// parts are only appended to.

import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isSession } from '../format/file-names.js';

/**
 * The size at which a new part begins. A part of this size holds many more sessions than start at the same moment.
 */
const partBytes = 16 * 1024;

const partName = (number: number): string => (number === 1 ? 'sessions.order' : `sessions.order.${number}`);

/** Returns the numbers of the parts in a folder, oldest first. */
const partsIn = (files: readonly string[]): readonly number[] =>
  files
    .map((file) => (file === partName(1) ? 1 : Number(/^sessions\.order\.(\d{1,9})$/.exec(file)?.[1] ?? 0)))
    .filter((number) => number > 0)
    .sort((left, right) => left - right);

const newestPart = (folder: string): number => partsIn(readdirSync(folder)).at(-1) ?? 1;

/** Returns the number of the part to which a new session is added. */
export function currentPart(folder: string): number {
  const newest = newestPart(folder);
  const size = statSync(join(folder, partName(newest)), { throwIfNoEntry: false })?.size ?? 0;
  return size < partBytes ? newest : newest + 1;
}

/**
 * Adds a session to the list. Returns the earlier sessions, newest first, or an empty list if the list cannot be read
 * or written.
 */
export function joinOrder(folder: string, session: string, part?: number): readonly string[] {
  try {
    let joined = part ?? currentPart(folder);
    let sessions = addTo(folder, joined, session);
    // INVARIANT: a process that starts a new part reads the previous part afterwards. Therefore either that process
    // reads our entry, or we see its part.
    for (let newest = newestPart(folder); newest > joined; newest = newestPart(folder)) {
      joined = newest;
      sessions = addTo(folder, joined, session);
    }
    const before = joined > 1 ? readTail(folder, joined - 1) : [];
    const all = [...before, ...sessions];
    // If very many sessions were added in the meantime, our entry and all earlier ones are not in the text that was
    // read.
    return all.slice(0, Math.max(0, all.lastIndexOf(session))).reverse();
  } catch {
    // The caller then uses file names, which are a good approximation. If this folder is not writable, the log cannot
    // be written either.
    return [];
  }
}

/** Returns all sessions in the list, oldest first. */
export async function readOrder(folder: string): Promise<readonly string[]> {
  const parts = partsIn(await readdir(folder).catch(() => []));
  return (await Promise.all(parts.map((part) => readPart(folder, part)))).flat();
}

/**
 * Removes parts whose sessions no longer exist. The newest two parts are kept, because another process may be about
 * to write to them.
 */
export async function trimOrder(folder: string, isThere: (session: string) => boolean): Promise<void> {
  for (const part of partsIn(await readdir(folder)).slice(0, -2)) {
    const sessions = await readPart(folder, part);
    // Errors are ignored, because another process may have removed the part.
    if (!sessions.some(isThere)) await unlink(join(folder, partName(part))).catch(() => {});
  }
}

const readPart = async (folder: string, part: number): Promise<readonly string[]> =>
  parseOrder(await readFile(join(folder, partName(part)), 'utf8').catch(() => ''));

const parseOrder = (text: string): readonly string[] => text.split('\n').filter(isSession);

const { O_RDONLY, O_RDWR, O_CREAT, O_APPEND, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** Appends a line and returns the content of the part afterwards. */
function addTo(folder: string, part: number, session: string): readonly string[] {
  return withPart(folder, part, O_RDWR | O_CREAT | O_APPEND, (list) => {
    // The leading line feed ends a line that was truncated on a full disk.
    writeSync(list, `\n${session}\n`);
    return parseTail(list);
  });
}

function readTail(folder: string, part: number): readonly string[] {
  try {
    return withPart(folder, part, O_RDONLY, parseTail);
  } catch {
    return [];
  }
}

function withPart<Result>(
  folder: string,
  part: number,
  flags: number,
  use: (list: number) => Result,
): Result {
  const list = openSync(join(folder, partName(part)), flags | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    if (!fstatSync(list).isFile()) throw new Error('it is not a file');
    return use(list);
  } finally {
    closeSync(list);
  }
}

/** Reads only the end of the list, because lists from earlier versions were not split into parts. */
function parseTail(list: number): readonly string[] {
  const { size } = fstatSync(list);
  const bytes = Buffer.alloc(Math.min(size, 2 * partBytes));
  return parseOrder(bytes.toString('utf8', 0, readSync(list, bytes, 0, bytes.length, size - bytes.length)));
}
