// The files in which clients name what they start, for `self_protection`: whoever changes one decides what runs without us.

import { existsSync } from 'node:fs';
import { realPath } from '../files/real-path.js';
import { clients } from './known-clients.js';
import { type Machine, userFoldersOf } from './user-folders.js';

export interface GuardedFiles {
  /** Files, and folders whose every file counts: nothing in or around them is changed. */
  readonly present: readonly string[];
  /** What a client would read if it were there. */
  readonly absent: readonly string[];
}

/** The files of the user, wherever a client may look, and those of the project in which a server runs. */
export function guardedFiles(machine: Machine, project: string): GuardedFiles {
  const present = new Set<string>();
  const absent = new Set<string>();
  const add = (file: string, evenIfMissing: boolean) => {
    const exists = existsSync(file);
    (exists || evenIfMissing ? present : absent).add(file);
    // Dotfiles are often links into a repository, and changed there they are changed here.
    if (exists) present.add(realPath(file));
  };
  for (const file of userFiles(machine)) add(file, !isCached(file));
  for (const file of projectFiles(machine, project)) add(file, false);
  return { present: [...present], absent: [...absent] };
}

/** A client of the desktop need not see the variables that we see, nor the link that leads to the home. */
function userFiles({ platform, home, env }: Machine): readonly string[] {
  const homes = [...new Set([home, realPath(home)])];
  const machines = homes.flatMap((one) => [
    { platform, home: one, env },
    { platform, home: one, env: {} },
  ]);
  const files = machines
    .map(userFoldersOf)
    .flatMap((places) => clients.flatMap((client) => client.user(places)))
    .map((file) => file.replace(/[\\/]\*[^\\/]*$/, ''));
  return [...new Set(files)];
}

function projectFiles(machine: Machine, project: string): readonly string[] {
  const { join } = userFoldersOf(machine);
  const names = new Set(clients.flatMap((client) => client.project));
  return [...names].map((name) => join(project, ...name.split('/')));
}

/** Caches are emptied every day; a file that is not there must not keep anybody from it. */
const isCached = (file: string): boolean => /[\\/]\.cache[\\/]/.test(file);
