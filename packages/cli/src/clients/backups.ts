// The copies that lie beside a configuration file: `.bak`, `.bak.1`, … They are never removed: one may be the user's own, and
// each may be the only one of what the file held then.

import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const ending = /\.bak(?:\.(\d{1,9}))?$/;

/** A copy and the others of the same file, in the order of their numbers. */
export async function findBackups(copy: string): Promise<readonly string[]> {
  const original = basename(copy).replace(ending, '');
  const names = await readdir(dirname(copy)).catch(() => [basename(copy)]);
  return names
    .filter((name) => ending.test(name) && name.replace(ending, '') === original)
    .sort((left, right) => numberOf(left) - numberOf(right))
    .map((name) => join(dirname(copy), name));
}

const numberOf = (name: string): number => Number(ending.exec(name)?.[1] ?? 0);
