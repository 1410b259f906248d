// The folders that a server is given on its command line. Servers such as that for files read relative paths in them, and not
// where they were started.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';

/** Nobody means more in particular, and each costs a look at every relative path. */
const most = 16;

/** The folders among some words, also behind an option: `--root=/srv`. What is none now may become one: it is not waited for. */
export function foldersAmong(words: readonly string[]): readonly string[] {
  const folders = words
    .map((word) => resolve(word.startsWith('-') ? word.slice(word.indexOf('=') + 1) : word))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true);
  return [...new Set(folders)].filter((folder) => folder !== process.cwd()).slice(0, most);
}
