// Describes the machine for the evaluation of a policy: its platform and folders, and the files that the firewall
// protects itself with.

import type { Environment } from '@claw/policy';
import { guardedFiles } from '../clients/guarded-files.js';
import { ownProgram } from '../clients/own-program.js';
import { programFolders } from '../clients/program-folders.js';
import { homeFolder } from '../files/home-folder.js';
import { configFolder, stateFolder } from '../files/paths.js';
import { realPath } from '../files/real-path.js';

/** Describes this machine, or a machine with the given properties. */
export function thisMachine(known: Partial<Environment> = {}): Environment {
  const platform = known.platform ?? process.platform;
  const home = known.home ?? homeFolder();
  const cwd = known.cwd ?? process.cwd();
  const files = guardedFiles({ platform: platform as NodeJS.Platform, home, env: process.env }, cwd);
  const program = ownProgram();
  const { folders, launchers } = programFolders(program);
  const own = [configFolder(process.env), stateFolder(process.env)];
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
