// Detects arguments that mean writing, although the name of the tool means reading: `get_object {"bucket",
// "key", "local_path"}`, `open_file {"path", "mode": "w"}`.

import { isRecord } from './is-record.js';

const LOCAL = /^local[_-]?(?:path|file|filename|dir|directory|folder|file[_-]?path|destination)$/i;
const REMOTE =
  /^(?:bucket|blob|container|key|object|share|url|uri|remote|file_?id|host)|remote|(?:url|uri)$/i;
const MODES = ['mode', 'flag', 'flags', 'open_mode', 'openMode', 'write_mode', 'writeMode'];
const WRITING_MODE =
  /^(?:[wax][bt+]{0,2}|r[bt]?\+[bt]?|write|append|overwrite|create|truncate|rewrite|replace)$/i;

/** Returns the local files in which a call stores remote content. */
export function localFiles(args: unknown): ReadonlySet<string> | undefined {
  if (!isRecord(args)) return undefined;
  const keys = Object.keys(args);
  // Most calls have no such argument.
  if (!keys.some((key) => key.startsWith('local'))) return undefined;
  const files = keys.filter((key) => LOCAL.test(key)).map((key) => args[key]);
  return files.length > 0 && keys.some((key) => REMOTE.test(key))
    ? new Set(files.filter((file) => typeof file === 'string'))
    : undefined;
}

/** Tests whether the arguments open a file for writing. */
export function opensForWriting(args: Readonly<Record<string, unknown>>): boolean {
  for (const name of MODES) {
    const mode = args[name];
    if (typeof mode === 'string' && Object.hasOwn(args, name) && WRITING_MODE.test(mode)) return true;
  }
  return false;
}
