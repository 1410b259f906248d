// Finds the files that may contain servers: the user's files and the files of a project.

import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import micromatch from 'micromatch';
import { realPath } from '../files/real-path.js';
import type { Client } from './known/client.js';
import { type Machine, userFoldersOf } from './known/user-folders.js';

/** A file that may contain servers. */
export interface ConfigSource {
  /** The clients that read the file, in the order of the client list. */
  readonly clients: readonly Client[];
  readonly scope: 'user' | 'project';
  readonly file: string;
  /** The project folder that the file belongs to. */
  readonly project?: string;
  /** True if the user named this file on the command line. */
  readonly named?: boolean;
}

/** The user's files that exist, without duplicates. */
export function findUserSources(machine: Machine, clients: readonly Client[]): ConfigSource[] {
  const places = userFoldersOf(machine);
  return eachOnce(
    clients.flatMap((client) =>
      client
        .user(places)
        .flatMap(expand)
        .map((file) => ({ clients: [client], scope: 'user' as const, file })),
    ),
  );
}

/** The files of a project that exist, without duplicates. */
export const findProjectSources = (project: string, clients: readonly Client[]): ConfigSource[] =>
  eachOnce(
    clients.flatMap((client) =>
      client.project
        .flatMap((name) => expand(join(project, ...name.split('/'))))
        .map((file) => ({ clients: [client], scope: 'project' as const, file, project })),
    ),
  );

/** Expands a pattern such as `*.json` to the files that exist. */
function expand(pattern: string): string[] {
  const name = basename(pattern);
  if (!name.includes('*')) return existsSync(pattern) ? [pattern] : [];
  const folder = dirname(pattern);
  const files = micromatch(namesIn(folder), name, { dot: true }).map((file) => join(folder, file));
  // `readdir` also lists broken links.
  return files.filter((file) => existsSync(file));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Merges the entries for one file that several clients read under different paths. */
function eachOnce(sources: readonly ConfigSource[]): ConfigSource[] {
  const byFile = new Map<string, ConfigSource>();
  for (const source of sources) {
    const real = realPath(source.file);
    const known = byFile.get(real);
    byFile.set(real, known ? { ...known, clients: [...known.clients, ...source.clients] } : source);
  }
  return [...byFile.values()];
}
