// Finds the folders on the command line of a server. Servers such as the filesystem server resolve relative paths in
// these folders instead of the working directory.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';

/** The maximum number of folders, because each folder requires a lookup for every relative path. */
const maximumFolders = 16;

/** Returns the existing folders among the arguments, including folders in options such as `--root=/srv`. */
export function foldersInArguments(words: readonly string[]): readonly string[] {
  const folders = words
    .map((word) => resolve(word.startsWith('-') ? word.slice(word.indexOf('=') + 1) : word))
    .filter(isFolder);
  return [...new Set(folders)].filter((folder) => folder !== process.cwd()).slice(0, maximumFolders);
}

/**
 * Tests for a folder. Returns false for texts that are not paths, such as a long script, and for folders that this user
 * cannot read.
 */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
