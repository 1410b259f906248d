// Describes the machine for the evaluation of a policy: its platform and folders, and the files that the firewall
// protects itself with.

import { resolve } from 'node:path';
import type { Environment } from '@claw/policy';
import { guardedFiles } from '../clients/guarded-files.js';
import { programFolders } from '../clients/known/program-folders.js';
import { ownProgram } from '../clients/own-program.js';
import { homeFolder } from '../files/home-folder.js';
import { configFolder, stateFolder } from '../files/paths.js';
import { realPath } from '../files/real-path.js';

/**
 * Describes this machine, or a machine with the given properties. `usedFiles` are files outside the usual folders that
 * the firewall reads, such as a policy given with `--policy`; they are protected as well.
 */
export function thisMachine(
  known: Partial<Environment> = {},
  usedFiles: readonly string[] = [],
): Environment {
  const platform = known.platform ?? process.platform;
  const home = known.home ?? homeFolder();
  const cwd = known.cwd ?? process.cwd();
  const files = guardedFiles({ platform: platform as NodeJS.Platform, home, env: process.env }, cwd);
  const program = ownProgram();
  const { folders, launchers } = programFolders(program);
  const own = [
    configFolder(process.env),
    stateFolder(process.env),
    ...usedFiles.map((file) => resolve(cwd, file)),
  ];
  return {
    platform,
    home,
    cwd,
    protectedPaths: [...new Set([...own, ...own.map(realPath), ...launchers, ...files.present])],
    absentPaths: files.absent,
    ownProgram: [...new Set([program.script, program.lastingScript])],
    programFolders: folders,
    ...known,
  };
}
