// This program as other programs start it: the command line for clients, and a test whether a path refers to it.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join, posix, relative, win32 } from 'node:path';
import { homeFolder } from '../files/home-folder.js';
import { realPath } from '../files/real-path.js';
import type { Client } from './client.js';
import type { Machine } from './user-folders.js';

/** How this process was started. */
export interface OwnProgram {
  /** The path of Node that remains valid after an update. */
  readonly node: string;
  /** The entry file, with links resolved. */
  readonly script: string;
  /** The path of the entry file that remains valid after an update. */
  readonly lastingScript: string;
  /** The folders in which a shell looks for commands. */
  readonly path: readonly string[];
}

export function ownProgram(): OwnProgram {
  const named = process.argv[1] ?? '';
  const script = realPath(named);
  // Package managers with a folder for each version create a link to it at the usual location of the package.
  const lastingScript = basename(named) === basename(script) ? named : script;
  return { node: stableNodePath(process.execPath), script, lastingScript, path: foldersOf(process.env) };
}

/** Homebrew deletes the folder of an old version and keeps a link to the current one. */
export function stableNodePath(node: string): string {
  const [, root, formula] = /^(.*)[/]Cellar[/](node(?:@\d+)?)[/][^/]+[/]bin[/]node$/.exec(node) ?? [];
  const link = join(root ?? '', 'opt', formula ?? '', 'bin', 'node');
  return root !== undefined && realPath(link) === realPath(node) ? link : node;
}

const foldersOf = (env: Machine['env']): readonly string[] =>
  (env['PATH'] ?? env['Path'] ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !isPackageRunnerFolder(folder));

/** Package runners add temporary folders to the PATH, which clients do not see. */
export const isPackageRunnerFolder = (folder: string): boolean =>
  /[\\/]node_modules[\\/]\.bin[\\/]?$/.test(folder);

/** True if the program was downloaded for one run: `npx` and similar runners empty their caches. */
export const isTemporaryCopy = ({ script }: OwnProgram): boolean =>
  /[\\/](?:_npx|dlx-[^\\/]*|bunx-[^\\/]*|dlx)[\\/]/.test(script);

/** The folders in which a desktop program looks for commands; a shell would add its own. */
const desktopFolders: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['/usr/bin', '/bin', '/usr/sbin', '/sbin'],
  linux: ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'],
};

/**
 * The command line for clients: the name of the program if they can find it, otherwise the full paths of Node
 * and the program.
 */
export function launcherFor(
  app: Client['app'],
  { platform, env }: Machine,
  own: OwnProgram,
): readonly string[] {
  const folders = (app === 'desktop' ? desktopFolders[platform] : undefined) ?? foldersOf(env);
  return findsUs(folders, platform, own) ? ['clawdefender'] : absoluteLauncher(own);
}

/** The command line that works whatever the PATH of the client is. */
export const absoluteLauncher = ({ node, lastingScript }: OwnProgram): readonly string[] => [
  node,
  lastingScript,
];

function findsUs(folders: readonly string[], platform: NodeJS.Platform, { script }: OwnProgram): boolean {
  const find = (name: string) => folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (platform === 'win32') return find('clawdefender.cmd') !== undefined;
  const found = find('clawdefender');
  // The command is a script that finds Node by its name.
  return found !== undefined && realPath(found) === script && find('node') !== undefined;
}

/** Tests whether a path, or a name on the PATH, refers to an installed copy of this program outside the project. */
export function isOurProgram(word: string, own: OwnProgram, project: string | undefined): boolean {
  if (!/[\\/]/.test(word)) return isOurName(word, own);
  if (!isAbsolute(word) || !existsSync(word)) return false;
  // The user has chosen the running program; a link in a project can change at any time.
  if (word === own.script || word === own.lastingScript) return true;
  if (!isOutside(word, project)) return false;
  const real = realPath(word);
  // A file of a project may name any folder, so there only the running program and installed packages count.
  return real === own.script || isInstalled(real) || (project === undefined && isCopy(real));
}

/** In an installation, dist/main.cjs is one folder below the manifest. */
export const isInstalled = (real: string): boolean =>
  basename(real) === 'main.cjs' && nameOfPackage(dirname(dirname(real))) === '@claw/cli';

/** A copy of `dist` without the manifest, as in a container image: the entry file names the packs beside it. */
export function isCopy(real: string): boolean {
  if (basename(real) !== 'main.cjs') return false;
  const packs = new Set(readSmall(real).match(/\b(?:proxy|firewall)-[0-9a-f]{16}\.cjs\b/g));
  return packs.size === 2 && [...packs].every((name) => isFile(join(dirname(real), name)));
}

/** A broken link starts nothing; a link to another program must not count as this program. */
function isOurName(name: string, { path, script }: OwnProgram): boolean {
  if (process.platform === 'win32') return true;
  // A shell ignores folders with the name of a command.
  const found = path.map((folder) => join(folder, name)).find(isFile);
  if (found === undefined) return true;
  const real = realPath(found);
  return real === script || isInstalled(real) || isCopy(real) || isShim(real);
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

/** Package and version managers install a small script that names the package, or a program of their own. */
function isShim(file: string): boolean {
  return (
    /^(?:volta-shim|mise|asdf|proto-shim)$/.test(basename(file)) || readSmall(file).includes('@claw/cli')
  );
}

/** The text of a script; empty if the file is larger or cannot be read. */
function readSmall(file: string): string {
  try {
    return statSync(file).size < 16_384 ? readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  }
}

/**
 * True for an absolute path that does not lead into the repository of a project, directly or through links. A path
 * of a project's file has to exist: the project could name a folder in which others can create the program.
 */
export function isOutside(path: string, project: string | undefined): boolean {
  if (!(isAbsolute(path) || win32.isAbsolute(path)) || dependsOnProcess(path)) return false;
  if (project === undefined) return true;
  const repository = repositoryOf(project);
  const real = realPath(path);
  if (!existsSync(path) || dependsOnProcess(real)) return false;
  return !isInside(real, realPath(repository)) && !isInside(path, repository);
}

/**
 * Paths under /proc and /dev depend on the program that resolves them, `//x/y` is a share of any machine, and the
 * target of `..` after a link is not visible in the text.
 */
const dependsOnProcess = (path: string): boolean =>
  /^[\\/]{2}|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path) || /^\/(?:proc|dev)(?:\/|$)/.test(posix.normalize(path));

/** A project may be one of several folders in a repository, all from the same authors. */
const repositoryOf = (project: string): string => repositoryAround(project) ?? project;

/** The repository that contains a folder. Some users keep their home folder in a repository, which is trusted. */
export function repositoryAround(start: string): string | undefined {
  for (let folder = start; dirname(folder) !== folder && folder !== homeFolder(); folder = dirname(folder))
    if (existsSync(join(folder, '.git'))) return folder;
  return undefined;
}

const isInside = (path: string, folder: string): boolean => {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
};

function nameOfPackage(folder: string): unknown {
  try {
    return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: unknown }).name;
  } catch {
    return undefined;
  }
}
