// Finds the backups next to a configuration file: `.bak`, `.bak.1`, … They are never removed, because the user may have
// made a backup, or a backup may contain the only copy of an old version.

import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const ending = /\.bak(?:\.(\d{1,9}))?$/;

/** All backups of a file, in the order of their numbers. */
export async function findBackups(copy: string): Promise<readonly string[]> {
  const original = basename(copy).replace(ending, '');
  const names = await readdir(dirname(copy)).catch(() => [basename(copy)]);
  return names
    .filter((name) => ending.test(name) && name.replace(ending, '') === original)
    .sort((left, right) => numberOf(left) - numberOf(right))
    .map((name) => join(dirname(copy), name));
}

const numberOf = (name: string): number => Number(ending.exec(name)?.[1] ?? 0);
