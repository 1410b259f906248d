// Relative paths to something hidden under a name that says nothing of paths: `.ssh/id_rsa` as a `name`, `--file=x/.env`
// among options. A name without a folder may be anything: a label, a class, an ending. Nearly everything
// that is secret lies in such a place; where a server takes the text for no path, it is a guess.
import { CONTENT_KEY, MENTION_KEY, PROSE_KEY } from '../argument-keys.js';

const LONGEST = 4096;
const HIDDEN = /(?:^|[\\/])\.[A-Za-z_]/;
const SEPARATOR = /[\\/]/;

/** The path, if the text may be one. What is searched for, left out or only spoken about is none. */
export function hiddenPath(text: string, kind: number): string | undefined {
  if (text.length > LONGEST || !text.includes('.') || !SEPARATOR.test(text)) return undefined;
  const bare = text.trim();
  if ((kind & (CONTENT_KEY | PROSE_KEY | MENTION_KEY)) !== 0 || bare.includes('://') || /\s/.test(bare))
    return undefined;
  // `--file=.ssh/id_rsa`
  const path = bare.startsWith('-') ? bare.slice(bare.indexOf('=') + 1) : bare;
  return HIDDEN.test(path) ? path : undefined;
}
