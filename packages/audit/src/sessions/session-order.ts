// In which order the sessions of a folder began: a list to which each adds itself. Their names say it by a clock that may be
// put back, and a session that no other refers to could be taken away unnoticed. The list is kept in parts, so that what is
// over can go while others write: nobody ever changes what stands in a part.

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

/** A part that has grown beyond this is followed by another; it holds many more sessions than begin at the same moment. */
const partBytes = 16 * 1024;

const partName = (number: number): string => (number === 1 ? 'sessions.order' : `sessions.order.${number}`);

/** The numbers of the parts among the files of a folder, oldest first. */
const partsIn = (files: readonly string[]): readonly number[] =>
  files
    .map((file) => (file === partName(1) ? 1 : Number(/^sessions\.order\.(\d{1,9})$/.exec(file)?.[1] ?? 0)))
    .filter((number) => number > 0)
    .sort((left, right) => left - right);

const newestPart = (folder: string): number => partsIn(readdirSync(folder)).at(-1) ?? 1;

/** The part that a session which begins now adds itself to. */
export function currentPart(folder: string): number {
  const newest = newestPart(folder);
  const size = statSync(join(folder, partName(newest)), { throwIfNoEntry: false })?.size ?? 0;
  return size < partBytes ? newest : newest + 1;
}

/** Adds a session to the list. Returns those that began before it, the last first; none when there is no list to be had. */
export function joinOrder(folder: string, session: string, part?: number): readonly string[] {
  try {
    let joined = part ?? currentPart(folder);
    let sessions = addTo(folder, joined, session);
    // INVARIANT: whoever begins a part reads the one before it after that. So either it has seen us there, or we see its part.
    for (let newest = newestPart(folder); newest > joined; newest = newestPart(folder)) {
      joined = newest;
      sessions = addTo(folder, joined, session);
    }
    const before = joined > 1 ? readTail(folder, joined - 1) : [];
    const all = [...before, ...sessions];
    // When very many have joined since, it stands before what was read, and so do all that began earlier.
    return all.slice(0, Math.max(0, all.lastIndexOf(session))).reverse();
  } catch {
    // Names are a good guess, and whoever cannot write here cannot write the log itself.
    return [];
  }
}

/** All sessions of the list, oldest first; empty when there is none. */
export async function readOrder(folder: string): Promise<readonly string[]> {
  const parts = partsIn(await readdir(folder).catch(() => []));
  return (await Promise.all(parts.map((part) => readPart(folder, part)))).flat();
}

/** Removes the parts of which no session is left. The newest two stay: somebody may be about to write to them. */
export async function trimOrder(folder: string, isThere: (session: string) => boolean): Promise<void> {
  for (const part of partsIn(await readdir(folder)).slice(0, -2)) {
    const sessions = await readPart(folder, part);
    // Others trim as well, and one of them is first.
    if (!sessions.some(isThere)) await unlink(join(folder, partName(part))).catch(() => {});
  }
}

const readPart = async (folder: string, part: number): Promise<readonly string[]> =>
  parseOrder(await readFile(join(folder, partName(part)), 'utf8').catch(() => ''));

const parseOrder = (text: string): readonly string[] => text.split('\n').filter(isSession);

const { O_RDONLY, O_RDWR, O_CREAT, O_APPEND, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** Adds a line, and gives what the part holds then. */
function addTo(folder: string, part: number, session: string): readonly string[] {
  return withPart(folder, part, O_RDWR | O_CREAT | O_APPEND, (list) => {
    // The first line feed ends a line that a full disk has torn.
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
    if (!fstatSync(list).isFile()) throw new Error('it is no file');
    return use(list);
  } finally {
    closeSync(list);
  }
}

/** As much as is looked at; an old list was never cut into parts. */
function parseTail(list: number): readonly string[] {
  const { size } = fstatSync(list);
  const bytes = Buffer.alloc(Math.min(size, 2 * partBytes));
  return parseOrder(bytes.toString('utf8', 0, readSync(list, bytes, 0, bytes.length, size - bytes.length)));
}
