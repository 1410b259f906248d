// Lists the files of this program on disk for `self_protection`: an agent that changes the program can switch off the
// firewall.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { realPath } from '../../files/real-path.js';
import { isCopy, isInstalled, type OwnProgram } from '../own-program.js';

export interface ProgramFolders {
  /** The folders with the program and its packages. */
  readonly folders: readonly string[];
  /** The commands and links that start the program. */
  readonly launchers: readonly string[];
}

/** The folders of an installed program or of a copy; empty for a test or another program that runs this code. */
export function programFolders(own: OwnProgram): ProgramFolders {
  const { script, lastingScript, path } = own;
  const installed = isInstalled(script);
  if (!installed && !isCopy(script)) return { folders: [], launchers: [] };
  // In a source repository, only the built program is protected, so that the source can be edited.
  const wholePackage = installed && /[\\/]node_modules[\\/]/.test(script);
  const scripts = [script, lastingScript];
  const folders = scripts.map((file) => (wholePackage ? dirname(dirname(file)) : dirname(file)));
  const commands = path
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .filter((file) => existsSync(file) && (process.platform === 'win32' || realPath(file) === script));
  return { folders: [...new Set(folders)], launchers: [...new Set([...scripts, ...commands])] };
}

const NAMES = ['clawdefender', 'claw'].flatMap((name) =>
  process.platform === 'win32' ? [name, `${name}.cmd`, `${name}.ps1`] : [name],
);
