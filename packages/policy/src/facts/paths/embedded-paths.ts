// Finds paths that a text introduces with other characters: `@~/.ssh/id_rsa` sends the file, `source=~/.ssh` mounts it,
// `text:/etc/shadow` reads it. Programs behind a tool accept these notations, so such a path is a guess.

import { startsLikePath } from '../../match/pattern-syntax.js';
import { CODE_KEY, COMMAND_KEY, CONTENT_KEY, MENTION_KEY, PROSE_KEY } from '../argument-keys.js';

const LONGEST = 4096;
const MOST = 64;
const NONE: readonly string[] = [];

/** The notation of HTTP clients for the content of a file. */
const FILE_CONTENT = /^@(?=[.~/\\$%]|[A-Za-z]:)(\S+)$/;
/** A reader and a file, as in ImageMagick and FFmpeg. */
const READER = /^[A-Za-z][A-Za-z0-9+_-]{1,15}:@?(?=[~/.\\])(?!\/\/)(\S+)$/;
const LIST_ITEM = /^\s*(?:-\s+)?(?:["']?[\w.-]{1,64}["']?\s*[:=]\s*)?["']?(?=[~/.\\$%])([^"'\s]+)/;
/** The folder of a container after the folder that is mounted. */
const MOUNTED_AT = /:\/[^:]*(?::[a-zA-Z,]{1,12})?$/;
const FILE_URL = /\bfile:\/{1,3}[^\s"'`<>()]{1,512}/gi;

/** Returns the paths in a text. Text that is written, searched for or only mentioned has no paths except `@FILE`. */
export function embeddedPaths(text: string, kind: number): readonly string[] {
  if (text.length > LONGEST) return NONE;
  if (text.charCodeAt(0) === AT) return groupOf(FILE_CONTENT.exec(text));
  const isCode = (kind & CODE_KEY) !== 0;
  if ((kind & (CONTENT_KEY | PROSE_KEY | MENTION_KEY)) !== 0 && !isCode) return NONE;
  const colon = text.indexOf(':');
  if (colon !== -1 && text.includes('file:/')) return text.match(FILE_URL)?.slice(0, MOST) ?? NONE;
  // The words of a command are read as shell text.
  if (isCode || (kind & COMMAND_KEY) !== 0 || (colon === -1 && !text.includes('='))) return NONE;
  if (colon !== -1 && text.startsWith('//', colon + 1)) return NONE;
  const read = groupOf(READER.exec(text));
  return read.length > 0 ? read : pathsOfList(text);
}

const AT = 64;

const groupOf = (match: RegExpExecArray | null): readonly string[] => {
  const path = match?.[1];
  return path === undefined ? NONE : [path];
};

/** Returns the paths of options such as `type=bind,source=~/.ssh`, of several mounted folders, and of YAML. */
function pathsOfList(text: string): readonly string[] {
  const found: string[] = [];
  for (const item of text.split(/[,;&\n]/, MOST)) {
    const path = LIST_ITEM.exec(item)?.[1]?.replace(MOUNTED_AT, '');
    if (path !== undefined && path !== text && startsLikePath(path)) found.push(path);
  }
  return found;
}
