// Where paths really lead: links followed by the system itself, component by component.

import { realpathSync } from 'node:fs';

/** Answers for the paths that could be followed; a path without an answer is inside nothing. */
export function followLinks(paths: readonly string[]): ReadonlyMap<string, string> {
  const answers = new Map<string, string>();
  for (const path of paths) {
    const answer = follow(path);
    if (answer !== undefined) answers.set(path, answer);
  }
  return answers;
}

// What does not exist yet is below the last folder that does; `..` behind something missing leads nowhere.
function follow(path: string): string | undefined {
  let current = path;
  let rest = '';
  for (;;) {
    try {
      return realpathSync.native(current) + rest;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return undefined;
    }
    const cut = current.lastIndexOf('/');
    const name = current.slice(cut + 1);
    if (cut === -1 || current === '/' || name === '..') return undefined;
    rest = `/${name}${rest}`;
    current = current.slice(0, cut) || '/';
  }
}
