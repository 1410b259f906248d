// This program, as others start it: which words a client can start us with, and whether a path leads to us.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join, relative, win32 } from 'node:path';
import { homeFolder } from '../files/home-folder.js';
import { realPath } from '../files/real-path.js';
import type { Client } from './client.js';
import type { Machine } from './user-folders.js';

/** How this process was started. */
export interface OwnProgram {
  /** Node, by a name that stays when it is brought up to date. */
  readonly node: string;
  /** Our entry file, links resolved. */
  readonly script: string;
  /** The same file by a name that stays when we are brought up to date. */
  readonly lastingScript: string;
  /** The folders in which a shell looks for commands. */
  readonly path: readonly string[];
}

export function ownProgram(): OwnProgram {
  const named = process.argv[1] ?? '';
  const script = realPath(named);
  // Package managers that keep a folder for each version put a link to it where the package belongs.
  const lastingScript = basename(named) === basename(script) ? named : script;
  return { node: stableNodePath(process.execPath), script, lastingScript, path: foldersOf(process.env) };
}

/** Homebrew deletes the folder of an old version, and lets a link lead to the present one. */
export function stableNodePath(node: string): string {
  const [, root, formula] = /^(.*)[/]Cellar[/](node(?:@\d+)?)[/][^/]+[/]bin[/]node$/.exec(node) ?? [];
  const link = join(root ?? '', 'opt', formula ?? '', 'bin', 'node');
  return root !== undefined && realPath(link) === realPath(node) ? link : node;
}

const foldersOf = (env: Machine['env']): readonly string[] =>
  (env['PATH'] ?? env['Path'] ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !isPackageRunnerFolder(folder));

/** Package runners put folders of their own on the PATH, which are there for one run: no client will see them. */
export const isPackageRunnerFolder = (folder: string): boolean =>
  /[\\/]node_modules[\\/]\.bin[\\/]?$/.test(folder);

/** Whether we were fetched for one run: `npx` and its like empty their caches now and then. */
export const isTemporaryCopy = ({ script }: OwnProgram): boolean =>
  /[\\/](?:_npx|dlx-[^\\/]*|bunx-[^\\/]*|dlx)[\\/]/.test(script);

/** The folders in which a program of the desktop looks for commands; a shell would add its own. */
const desktopFolders: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['/usr/bin', '/bin', '/usr/sbin', '/sbin'],
  linux: ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'],
};

/** The words that start us from a client: our name where it will be found, else the whole path of Node and of us. */
export function launcherFor(
  app: Client['app'],
  { platform, env }: Machine,
  own: OwnProgram,
): readonly string[] {
  const folders = (app === 'desktop' ? desktopFolders[platform] : undefined) ?? foldersOf(env);
  return findsUs(folders, platform, own) ? ['clawdefender'] : absoluteLauncher(own);
}

/** The words that start us wherever programs are looked for. */
export const absoluteLauncher = ({ node, lastingScript }: OwnProgram): readonly string[] => [
  node,
  lastingScript,
];

function findsUs(folders: readonly string[], platform: NodeJS.Platform, { script }: OwnProgram): boolean {
  const find = (name: string) => folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (platform === 'win32') return find('clawdefender.cmd') !== undefined;
  const found = find('clawdefender');
  // The command is a script that looks for Node by its name.
  return found !== undefined && realPath(found) === script && find('node') !== undefined;
}

/** Whether a path, or a name on the PATH, leads to an installed copy of this program, outside the project that names it. */
export function isOurProgram(word: string, own: OwnProgram, project: string | undefined): boolean {
  if (!/[\\/]/.test(word)) return isOurName(word, own);
  if (!isAbsolute(word) || !existsSync(word)) return false;
  // What is running now was chosen by the user; a link in a project can lead elsewhere tomorrow.
  if (word === own.script || word === own.lastingScript) return true;
  return isOutside(word, project) && isInstalled(realPath(word));
}

/** dist/main.cjs of an installation lies one folder below its manifest. */
const isInstalled = (real: string): boolean =>
  basename(real) === 'main.cjs' && nameOfPackage(dirname(dirname(real))) === '@claw/cli';

/** A name that leads nowhere starts nothing; one that leads to another program must not pass for us. */
function isOurName(name: string, { path }: OwnProgram): boolean {
  if (process.platform === 'win32') return true;
  // A shell passes over folders.
  const found = path.map((folder) => join(folder, name)).find(isFile);
  return found === undefined || isInstalled(realPath(found)) || isShim(realPath(found));
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

/** Package and version managers put a small script in our place, which names the package, or a program of their own. */
function isShim(file: string): boolean {
  if (/^(?:volta-shim|mise|asdf|proto-shim)$/.test(basename(file))) return true;
  try {
    return statSync(file).size < 16_384 && readFileSync(file, 'utf8').includes('@claw/cli');
  } catch {
    return false;
  }
}

/** Whether a path is a whole one and does not lead into the repository of a project, by its own name or by links. */
export function isOutside(path: string, project: string | undefined): boolean {
  // What these mean depends on who asks.
  if (!(isAbsolute(path) || win32.isAbsolute(path)) || /^\/(?:proc|dev)\//.test(path)) return false;
  if (project === undefined) return true;
  const repository = repositoryOf(project);
  return !isInside(realPath(path), realPath(repository)) && !isInside(path, repository);
}

/** A project may be one folder of many in a repository, and all come from the same people. */
const repositoryOf = (project: string): string => repositoryAround(project) ?? project;

/** The repository that a folder belongs to. Some keep their home in one, which makes it nobody else's. */
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
