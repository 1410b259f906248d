// Finds the files that a patch changes. Reads the headers of unified and context diffs, of git patches, and
// of the `apply_patch` format.

import { DELETE, READ, WRITE } from '../effects.js';

export interface PatchFile {
  readonly text: string;
  readonly effects: number;
}

const HEADER =
  /^[ \t]*(?:\*\*\* (?:(Add|Update|Delete) File:|Move to:)?|(---|\+\+\+|Index:|diff --git)|(rename|copy) (from|to)) +(.+)$/gim;
/** Text after `***` and `---` in lines that are not file headers. */
const NO_FILE = /^(?:Begin Patch|End Patch|End of File|\d+(?:,\d+)? (?:\*{4}|-{4}))$|^\/dev\/null(?:\s|$)/i;
const MAX_FILES = 10_000;

/** Tests whether a text can contain a file header. */
export const mayBePatch = (text: string): boolean =>
  text.includes('+++ ') || text.includes('*** ') || text.includes(' to ') || text.includes('diff --git ');

/**
 * Returns the files in the headers of a patch. `strip` is the number of leading folders that the patch
 * program removes.
 */
export function filesOfPatch(text: string, strip = 1): readonly PatchFile[] {
  if (!mayBePatch(text)) return [];
  const files = new Map<string, number>();
  const add = (name: string, effects: number) => {
    const path = unquoted(name.trim());
    if (path === '' || NO_FILE.test(path)) return;
    const parts = path.split('/');
    for (const one of new Set([path, parts.slice(1).join('/'), parts.slice(strip).join('/')]))
      if (one !== '' && files.size < MAX_FILES) files.set(one, (files.get(one) ?? 0) | effects);
  };
  for (const [, verb, sign, move, side, rest = ''] of text.matchAll(HEADER)) {
    if (sign?.startsWith('d') === true) {
      const cut = / "?b\//.exec(rest)?.index ?? rest.indexOf(' ');
      add(rest.slice(0, cut), WRITE);
      add(rest.slice(cut + 1), WRITE);
    } else if (verb?.toLowerCase() === 'delete') add(rest, DELETE);
    else if (move !== undefined && side?.toLowerCase() === 'from')
      add(rest, move.toLowerCase() === 'copy' ? READ : READ | DELETE);
    else add(rest, WRITE);
  }
  return [...files].map(([path, effects]) => ({ text: path, effects }));
}

/** Removes the time stamp after a tab, and the quotes around unusual names. */
function unquoted(name: string): string {
  const path = name.replace(/\t.*$/, '').trim();
  if (path.charCodeAt(0) !== 34) return path;
  return path
    .replace(/^"|"$/g, '')
    .replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)))
    .replace(/\\(["\\])/g, '$1');
}
