// The configuration files of clients, for `self_protection`: changing one could start servers without the firewall.

import { existsSync } from 'node:fs';
import { realPath } from '../files/real-path.js';
import { clients } from './known-clients.js';
import { type Machine, userFoldersOf } from './user-folders.js';

export interface GuardedFiles {
  /** Files and folders that must not be changed, including all files in the folders. */
  readonly present: readonly string[];
  /** Files that do not exist, but that a client would read. */
  readonly absent: readonly string[];
}

/** The files of the user, in all possible locations, and those of the project of a server. */
export function guardedFiles(machine: Machine, project: string): GuardedFiles {
  const present = new Set<string>();
  const absent = new Set<string>();
  const add = (file: string, evenIfMissing: boolean) => {
    const exists = existsSync(file);
    (exists || evenIfMissing ? present : absent).add(file);
    // Dotfiles are often links into a repository, where they can be changed as well.
    if (exists) present.add(realPath(file));
  };
  for (const file of userFiles(machine)) add(file, !isCached(file));
  for (const file of projectFiles(machine, project)) add(file, false);
  return { present: [...present], absent: [...absent] };
}

/** A desktop client may have other environment variables, and not see the link to the home folder. */
function userFiles({ platform, home, env }: Machine): readonly string[] {
  const homes = [...new Set([home, realPath(home)])];
  const machines = homes.flatMap((one) => [
    { platform, home: one, env },
    { platform, home: one, env: {} },
  ]);
  const files = machines
    .map(userFoldersOf)
    .flatMap((places) => clients.flatMap((client) => client.user(places)))
    .map(folderOfPattern);
  return [...new Set(files)];
}

/** Where any file name counts, the folder. */
const folderOfPattern = (file: string): string => file.replace(/[\\/]\*[^\\/]*$/, '');

function projectFiles(machine: Machine, project: string): readonly string[] {
  const { join } = userFoldersOf(machine);
  const names = new Set(
    clients.flatMap((client) => client.project.filter((file) => !isSettings(file))).map(folderOfPattern),
  );
  return [...names].map((name) => join(project, ...name.split('/')));
}

/** Settings of the editor in general, which agents may change; servers are rarely in them, and `scan` reports those. */
const isSettings = (file: string): boolean => file === '.vscode/settings.json';

/**
 * True for a file in a cache folder. Caches are emptied regularly, and a file that does not exist must not prevent
 * that.
 */
const isCached = (file: string): boolean => /[\\/]\.cache[\\/]/.test(file);
