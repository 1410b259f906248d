// Determines the command line with which clients start this program, and whether a path refers to this program.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join, posix, relative, win32 } from 'node:path';
import { homeFolder } from '../files/home-folder.js';
import { realPath } from '../files/real-path.js';
import type { Client } from './known/client.js';
import type { Machine } from './known/user-folders.js';

/** How this process was started. */
export interface OwnProgram {
  /** A path of Node that remains valid after an update. */
  readonly node: string;
  /** The entry file, with symbolic links resolved. */
  readonly script: string;
  /** A path of the entry file that remains valid after an update. */
  readonly lastingScript: string;
  /** The folders in which a shell looks for commands. */
  readonly path: readonly string[];
}

export function ownProgram(): OwnProgram {
  const named = process.argv[1] ?? '';
  const script = realPath(named);
  // Package managers with one folder per version create a link to the entry file at the usual location of the package.
  const lastingScript = basename(named) === basename(script) ? named : script;
  return { node: stableNodePath(process.execPath), script, lastingScript, path: foldersOf(process.env) };
}

/** Returns the stable link to the Node of Homebrew, because Homebrew deletes the folder of an old version. */
export function stableNodePath(node: string): string {
  const [, root, formula] = /^(.*)[/]Cellar[/](node(?:@\d+)?)[/][^/]+[/]bin[/]node$/.exec(node) ?? [];
  const link = join(root ?? '', 'opt', formula ?? '', 'bin', 'node');
  return root !== undefined && realPath(link) === realPath(node) ? link : node;
}

const foldersOf = (env: Machine['env']): readonly string[] =>
  (env['PATH'] ?? env['Path'] ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !isPackageRunnerFolder(folder));

/** True for a temporary folder that a package runner adds to the PATH; clients do not have it. */
export const isPackageRunnerFolder = (folder: string): boolean =>
  /[\\/]node_modules[\\/]\.bin[\\/]?$/.test(folder);

/** True if the program was downloaded for one run: `npx` and similar runners delete their caches. */
export const isTemporaryCopy = ({ script }: OwnProgram): boolean =>
  /[\\/](?:_npx|dlx-[^\\/]*|bunx-[^\\/]*|dlx)[\\/]/.test(script);

/** The folders in which a desktop program looks for commands, without those that a shell would add. */
const desktopFolders: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['/usr/bin', '/bin', '/usr/sbin', '/sbin'],
  linux: ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'],
};

/**
 * The command line for clients: the name of the program if clients can find it, otherwise the full paths of Node and
 * the program.
 */
export const launcherFor = (app: Client['app'], machine: Machine, own: OwnProgram): readonly string[] =>
  findsProgram(app, machine, own) ? ['clawdefender'] : absoluteLauncher(own);

/** Tests whether clients find this program by its name. */
export function findsProgram(app: Client['app'], { platform, env }: Machine, own: OwnProgram): boolean {
  const folders = (app === 'desktop' ? desktopFolders[platform] : undefined) ?? foldersOf(env);
  return findsUs(folders, platform, own);
}

/** The command line with full paths, which does not depend on the PATH of the client. */
export const absoluteLauncher = ({ node, lastingScript }: OwnProgram): readonly string[] => [
  node,
  lastingScript,
];

function findsUs(folders: readonly string[], platform: NodeJS.Platform, { script }: OwnProgram): boolean {
  const find = (name: string) => folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (platform === 'win32') return find('clawdefender.cmd') !== undefined;
  const found = find('clawdefender');
  // The command is a script that finds Node by its name, so Node must be on the PATH as well.
  return found !== undefined && realPath(found) === script && find('node') !== undefined;
}

/** Tests whether a path, or a name on the PATH, refers to an installed copy of this program outside the project. */
export function isOurProgram(word: string, own: OwnProgram, project: string | undefined): boolean {
  if (!/[\\/]/.test(word)) return isOurName(word, own);
  if (!isAbsolute(word) || !existsSync(word)) return false;
  // The user started the running program, so exactly this path is trusted; a link in a project could change at any
  // time.
  if (word === own.script || word === own.lastingScript) return true;
  if (!isOutside(word, project)) return false;
  const real = realPath(word);
  // The entry of a project may name any folder, so only the running program and installed packages count for a project.
  return real === own.script || isInstalled(real) || (project === undefined && isCopy(real));
}

/** True for an installed package: `dist/main.cjs` is one folder below the manifest. */
export const isInstalled = (real: string): boolean =>
  basename(real) === 'main.cjs' && nameOfPackage(dirname(dirname(real))) === '@claw/cli';

/**
 * True for a copy of `dist` without the manifest, as in a container image: its entry file names two other files
 * (`proxy-…` and `firewall-…`), which are in the same folder.
 */
export function isCopy(real: string): boolean {
  if (basename(real) !== 'main.cjs') return false;
  const packs = new Set(readSmall(real).match(/\b(?:proxy|firewall)-[0-9a-f]{16}\.cjs\b/g));
  return packs.size === 2 && [...packs].every((name) => isFile(join(dirname(real), name)));
}

/**
 * Tests whether a command name refers to this program. A name that is not found starts nothing; a link to another
 * program does not count.
 */
function isOurName(name: string, { path, script }: OwnProgram): boolean {
  if (process.platform === 'win32') return true;
  // A folder with the name of a command is not a command.
  const found = path.map((folder) => join(folder, name)).find(isFile);
  if (found === undefined) return true;
  const real = realPath(found);
  return real === script || isInstalled(real) || isCopy(real) || isShim(real);
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

/**
 * True for the launcher of a package or version manager: a small script that names the package, or one of the known
 * launcher programs.
 */
function isShim(file: string): boolean {
  return (
    /^(?:volta-shim|mise|asdf|proto-shim)$/.test(basename(file)) || readSmall(file).includes('@claw/cli')
  );
}

/** The text of a small script; empty if the file is large or cannot be read. */
function readSmall(file: string): string {
  try {
    return statSync(file).size < 16_384 ? readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  }
}

/**
 * True for an absolute path that is not in the repository of a project, neither directly nor through links. In a
 * project file the path must exist, because a project could name a folder in which another user can create the program
 * later.
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
 * True for paths whose target is not determined by the text: /proc and /dev depend on the process that resolves them,
 * `//x/y` is a network share, and `..` after a link leaves the target of the link.
 */
const dependsOnProcess = (path: string): boolean =>
  /^[\\/]{2}|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path) || /^\/(?:proc|dev)(?:\/|$)/.test(posix.normalize(path));

/** The repository of a project. Several projects may be folders of one repository and have the same authors. */
const repositoryOf = (project: string): string => repositoryAround(project) ?? project;

/**
 * The repository that contains a folder. The home folder is not searched, because some users keep their own files in a
 * repository, which is trusted.
 */
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
