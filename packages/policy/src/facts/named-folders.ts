// Finds the folders that a call names in addition to a relative path in one of its values.

import { isRooted } from './commands/word-paths.js';
import { isRecord } from './is-record.js';

const FOLDER =
  /^(?:repo|repository|cwd|path|dir|directory|folder|root|work_?dir|workspace|working_?dir(?:ectory)?|(?:repo|repository|project|workspace|base|root)_?(?:path|dir|directory|root))$/i;

/** Returns the absolute folders among the arguments. */
export function foldersOf(args: unknown): readonly string[] {
  if (!isRecord(args)) return [];
  const folders: string[] = [];
  for (const key of Object.keys(args)) {
    const value = args[key];
    if (typeof value === 'string' && FOLDER.test(key) && isRooted(value)) folders.push(value);
  }
  return folders;
}

/** Returns a path as written, and the path inside each of the folders. */
export const placesOf = (path: string, folders: readonly string[]): readonly string[] =>
  isRooted(path) ? [path] : [path, ...folders.map((folder) => `${folder}/${path}`)];
