// Finds relative paths to hidden files under argument names that do not indicate a path: `.ssh/id_rsa` as a
// `name`, `--file=x/.env` among options. Most secret files are in hidden folders, so such text is treated as
// a possible path. A name without a folder is not, because it may be a label, a class or a suffix.
import { CONTENT_KEY, MENTION_KEY, PROSE_KEY } from '../argument-keys.js';

const LONGEST = 4096;
const HIDDEN = /(?:^|[\\/])\.[A-Za-z_]/;
const SEPARATOR = /[\\/]/;

/**
 * Returns the path, if the text may be a path. Text that is searched for, excluded or only mentioned is not a
 * path.
 */
export function hiddenPath(text: string, kind: number): string | undefined {
  if (text.length > LONGEST || !text.includes('.') || !SEPARATOR.test(text)) return undefined;
  const bare = text.trim();
  if ((kind & (CONTENT_KEY | PROSE_KEY | MENTION_KEY)) !== 0 || bare.includes('://') || /\s/.test(bare))
    return undefined;
  // For `--file=.ssh/id_rsa`, the path is the value of the option.
  const path = bare.startsWith('-') ? bare.slice(bare.indexOf('=') + 1) : bare;
  return HIDDEN.test(path) ? path : undefined;
}

const NAME = /^(?!\d+$|true$|false$)[^\s:]{3,255}$/;

/**
 * Returns a file name or hidden path from the arguments of a tool that reads files. Such a tool may call the
 * argument `name`, `key` or `item`.
 */
export function bareName(text: string, kind: number): string | undefined {
  const isName = (kind & (CONTENT_KEY | PROSE_KEY | MENTION_KEY)) === 0 && NAME.test(text);
  return isName ? text : hiddenPath(text, kind);
}
