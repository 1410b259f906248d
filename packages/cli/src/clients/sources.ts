// Finds the files that contain servers, or may: those of the user, and those of a project.

import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import micromatch from 'micromatch';
import { realPath } from '../files/real-path.js';
import type { Client } from './client.js';
import { type Machine, userFoldersOf } from './user-folders.js';

/** A file that contains servers, or may. */
export interface ConfigSource {
  /** The client that reads it; the first one in the list if there are several. */
  readonly clients: readonly Client[];
  readonly scope: 'user' | 'project';
  readonly file: string;
  /** The folder of its project. */
  readonly project?: string;
  /** True if the user has named this file. */
  readonly named?: boolean;
}

/** The existing files of the user, each once. */
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

/** The existing files of a project, each once. */
export const findProjectSources = (project: string, clients: readonly Client[]): ConfigSource[] =>
  eachOnce(
    clients.flatMap((client) =>
      client.project
        .flatMap((name) => expand(join(project, ...name.split('/'))))
        .map((file) => ({ clients: [client], scope: 'project' as const, file, project })),
    ),
  );

/** The files that match `*.json` in a folder, or the file itself. */
function expand(pattern: string): string[] {
  const name = basename(pattern);
  if (!name.includes('*')) return existsSync(pattern) ? [pattern] : [];
  const folder = dirname(pattern);
  const files = micromatch(namesIn(folder), name, { dot: true }).map((file) => join(folder, file));
  // A broken link is listed as well.
  return files.filter((file) => existsSync(file));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Several clients may read one file, under different paths. */
function eachOnce(sources: readonly ConfigSource[]): ConfigSource[] {
  const byFile = new Map<string, ConfigSource>();
  for (const source of sources) {
    const real = realPath(source.file);
    const known = byFile.get(real);
    byFile.set(real, known ? { ...known, clients: [...known.clients, ...source.clients] } : source);
  }
  return [...byFile.values()];
}
