// This program, as others start it: which words a client can start us with, and whether a path leads to us.

import { existsSync, readFileSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join, relative } from 'node:path';
import { realPath } from '../real-path.js';
import type { Client } from './client.js';
import type { Machine } from './places.js';

/** How this process was started. */
export interface OwnProgram {
  readonly node: string;
  /** Our entry file, links resolved. */
  readonly script: string;
}

export function ownProgram(): OwnProgram {
  const script = process.argv[1] ?? '';
  return { node: process.execPath, script: realPath(script) };
}

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
  const folders =
    (app === 'desktop' ? desktopFolders[platform] : undefined) ??
    (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter(isAbsolute);
  return findsUs(folders, platform, own) ? ['clawdefender'] : absoluteLauncher(own);
}

/** The words that start us wherever programs are looked for. */
export const absoluteLauncher = ({ node, script }: OwnProgram): readonly string[] => [node, script];

function findsUs(folders: readonly string[], platform: NodeJS.Platform, { script }: OwnProgram): boolean {
  const find = (name: string) => folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (platform === 'win32') return find('clawdefender.cmd') !== undefined;
  const found = find('clawdefender');
  // The command is a script that looks for Node by its name.
  return found !== undefined && realPath(found) === script && find('node') !== undefined;
}

/** Whether a path leads to an installed copy of this program, outside the project that names it. */
export function isOurProgram(path: string, { script }: OwnProgram, project: string | undefined): boolean {
  if (!isAbsolute(path) || !existsSync(path)) return false;
  const real = realPath(path);
  // What is running now was chosen by the user; a link in a project can lead elsewhere tomorrow.
  if (path === script) return true;
  if (project !== undefined && (isInside(real, realPath(project)) || isInside(path, project))) return false;
  // dist/main.cjs of an installation lies one folder below its manifest.
  return basename(real) === 'main.cjs' && nameOfPackage(dirname(dirname(real))) === '@claw/cli';
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
