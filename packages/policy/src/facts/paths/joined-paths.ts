// Finds the paths in a value that names more than one path: a list in one string, a path with the lines that are
// wanted, a path with a revision. Servers that accept these notations split them.

import { CONTENT_KEY, GLOB_KEY, MENTION_KEY, PATH_KEY, PROSE_KEY } from '../argument-keys.js';
import { pathBesideColon } from './paths-beside-colon.js';

const LONGEST = 4096;
const MOST = 64;
const JOINS = /[,;|\n#?@:{]/;
const SEPARATOR = /\s*[,;|\n{}]\s*/;
/** Lines, an anchor, a query or a revision: `.env:1-20`, `.env#L1`, `.env?raw`, `.env@HEAD`. */
const SELECTION = /(?:[#?].*|@[\w.^~/-]+|:\d[\d:,-]*)$/s;
const NONE: readonly string[] = [];

/** Returns the paths that are not the whole text. Text that is searched for, excluded or only mentioned names none. */
export function joinedPaths(text: string, kind: number): readonly string[] {
  const excluded = (kind & (CONTENT_KEY | PROSE_KEY | MENTION_KEY)) !== 0 && (kind & GLOB_KEY) === 0;
  const besideColon = excluded ? undefined : pathBesideColon(text);
  const names = (kind & PATH_KEY) !== 0 && text.length <= LONGEST && JOINS.test(text);
  if (!names && (kind & GLOB_KEY) === 0) return besideColon === undefined ? NONE : [besideColon];
  const found = besideColon === undefined ? [] : [besideColon];
  if (text.includes('://') || text.length > LONGEST) return found;
  for (const item of text.split(SEPARATOR, MOST)) {
    const path = item.replace(/^@/, '').replace(SELECTION, '');
    if (path !== '' && path !== text) found.push(path);
    // A pattern may begin with the folder: `src/**/.env*`. After `!`, it excludes files.
    else if (path !== '' && (kind & GLOB_KEY) !== 0 && path[0] !== '!') found.push(path);
  }
  return found;
}
