// Lists the configuration files of clients for `self_protection`: by changing one, an agent could start servers without
// the firewall.

import { existsSync } from 'node:fs';
import { realPath } from '../files/real-path.js';
import { clients } from './known/known-clients.js';
import { type Machine, userFoldersOf } from './known/user-folders.js';

export interface GuardedFiles {
  /** Files and folders that must not be changed. A folder includes all files in it. */
  readonly present: readonly string[];
  /** Files that must not be created: they do not exist, but a client would read them. */
  readonly absent: readonly string[];
}

/** The user's configuration files in all possible locations, and the configuration files of the project. */
export function guardedFiles(machine: Machine, project: string): GuardedFiles {
  const present = new Set<string>();
  const absent = new Set<string>();
  const add = (file: string, evenIfMissing: boolean) => {
    const exists = existsSync(file);
    (exists || evenIfMissing ? present : absent).add(file);
    // Dotfiles are often links into a repository. The linked file is protected as well.
    if (exists) present.add(realPath(file));
  };
  for (const file of userFiles(machine)) add(file, !isCached(file));
  for (const file of projectFiles(machine, project)) add(file, false);
  return { present: [...present], absent: [...absent] };
}

/**
 * The user's files with and without the environment variables, because a desktop client may not have them, and with the
 * home folder both as given and with links resolved.
 */
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

/** Returns the folder of a pattern with `*`, because any file name in it is protected. */
const folderOfPattern = (file: string): string => file.replace(/[\\/]\*[^\\/]*$/, '');

function projectFiles(machine: Machine, project: string): readonly string[] {
  const { join } = userFoldersOf(machine);
  const names = new Set(
    clients.flatMap((client) => client.project.filter((file) => !isSettings(file))).map(folderOfPattern),
  );
  return [...names].map((name) => join(project, ...name.split('/')));
}

/**
 * True for the general settings of the editor, which agents may change. They rarely contain servers, and `scan` reports
 * those.
 */
const isSettings = (file: string): boolean => file === '.vscode/settings.json';

/**
 * True for a file in a cache folder. Caches are emptied regularly, so they are not protected before the file exists.
 */
const isCached = (file: string): boolean => /[\\/]\.cache[\\/]/.test(file);
