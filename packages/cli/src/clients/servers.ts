// From clients to servers: looks at the files of the clients and lists every server that stands there, with its standing.

import { existsSync, realpathSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, extname, isAbsolute, join, sep } from 'node:path';
import type { Format, LocatedEntry } from '../wrap/format.js';
import type { EntryShape } from '../wrap/shape.js';
import { type Standing, standingOf } from '../wrap/standing.js';
import type { Client, ServerList } from './client.js';
import { type ConfigFile, readConfigFile } from './config-file.js';
import { isOurProgram, type OwnProgram } from './own-program.js';
import { type Machine, placesOf } from './places.js';

/** A file that holds servers, or may. */
export interface ConfigSource {
  /** Whoever reads it, the one that it is listed under first. */
  readonly clients: readonly Client[];
  readonly scope: 'user' | 'project';
  readonly file: string;
  /** The folder of the project that it belongs to. */
  readonly project?: string;
}

/** A server in a file. */
export interface Server {
  readonly source: ConfigSource;
  readonly client: Client;
  /** `local`: the file of the user, but for one project only. */
  readonly scope: 'user' | 'local' | 'project';
  readonly entry: LocatedEntry;
  readonly list: ServerList;
  readonly shape: EntryShape;
  readonly standing: Standing;
}

/** What a file holds, or why it cannot be used. */
export type ReadSource =
  | {
      readonly kind: 'servers';
      readonly source: ConfigSource;
      readonly file: ConfigFile;
      readonly format: Format;
      readonly servers: readonly Server[];
    }
  | { readonly kind: 'unusable'; readonly source: ConfigSource; readonly problem: string };

/** The files of the user that exist, each once. */
export async function findUserSources(machine: Machine, clients: readonly Client[]): Promise<ConfigSource[]> {
  const places = placesOf(machine);
  const named = await Promise.all(
    clients.flatMap((client) =>
      client
        .user(places)
        .map(async (pattern) =>
          (await expand(pattern)).map((file) => ({ clients: [client], scope: 'user' as const, file })),
        ),
    ),
  );
  return eachOnce(named.flat());
}

/** The files of a project that exist, each once. */
export const findProjectSources = (project: string, clients: readonly Client[]): ConfigSource[] =>
  eachOnce(
    clients.flatMap((client) =>
      client.project
        .map((name) => join(project, ...name.split('/')))
        .filter((file) => existsSync(file))
        .map((file) => ({ clients: [client], scope: 'project' as const, file, project })),
    ),
  );

/** `*.json` in a folder, or the file itself. */
async function expand(pattern: string): Promise<string[]> {
  const name = basename(pattern);
  if (!name.startsWith('*')) return existsSync(pattern) ? [pattern] : [];
  const folder = dirname(pattern);
  const names = await readdir(folder).catch(() => []);
  return names.filter((file) => file.endsWith(name.slice(1))).map((file) => join(folder, file));
}

/** One file may be read by several clients, and be reached by several names. */
function eachOnce(sources: readonly ConfigSource[]): ConfigSource[] {
  const byFile = new Map<string, ConfigSource>();
  for (const source of sources) {
    const real = realpathSync(source.file);
    const known = byFile.get(real);
    byFile.set(real, known ? { ...known, clients: [...known.clients, ...source.clients] } : source);
  }
  return [...byFile.values()];
}

/** Reads a file and everything that is in it. */
export async function readSource(source: ConfigSource, own: OwnProgram): Promise<ReadSource> {
  const file = await readConfigFile(source.file);
  if ('problem' in file) return { kind: 'unusable', source, problem: file.problem };
  const format = await formatOf(source.file);
  return {
    kind: 'servers',
    source,
    file,
    format,
    ...serversOf(source, file.text, format, own),
  } as ReadSource;
}

async function formatOf(file: string): Promise<Format> {
  const extension = extname(file).toLowerCase();
  if (extension === '.toml') return (await import('../wrap/toml.js')).toml;
  if (extension === '.yaml' || extension === '.yml') return (await import('../wrap/yaml.js')).yaml;
  return (await import('../wrap/json.js')).json;
}

/** The servers in a text. */
export function serversOf(
  source: ConfigSource,
  text: string,
  format: Format,
  own: OwnProgram,
): { readonly servers: readonly Server[] } | { readonly kind: 'unusable'; readonly problem: string } {
  const parsed = format.parse(text);
  if ('problem' in parsed) return { kind: 'unusable', problem: `it cannot be read: ${parsed.problem}` };
  const found = new Map<string, Server>();
  for (const client of source.clients) {
    for (const list of client.servers) {
      for (const entry of parsed.findEntries(list.at)) {
        const server = createServer(source, client, list, entry, own);
        const key = JSON.stringify(entry.path);
        const known = found.get(key)?.standing.kind ?? 'out-of-reach';
        if (server && (!found.has(key) || known === 'out-of-reach')) found.set(key, server);
      }
    }
  }
  return { servers: [...found.values()] };
}

function createServer(
  source: ConfigSource,
  client: Client,
  list: ServerList,
  entry: LocatedEntry,
  own: OwnProgram,
): Server | undefined {
  const scope = source.scope === 'project' ? 'project' : list.local ? 'local' : 'user';
  const folder = list.local ? entry.path[list.at.indexOf('*')] : undefined;
  const project = source.project ?? (typeof folder === 'string' && isAbsolute(folder) ? folder : undefined);
  const standing = standingOf(entry, list.shape, {
    project: scope === 'project',
    isOurProgram: (path) => isOurProgram(path, own, scope === 'project' ? project : undefined),
  });
  if (standing.kind === 'out-of-reach' && isNoServer(entry)) return undefined;
  return { source, client, scope, entry, list, shape: list.shape, standing };
}

/** A group of entries, or a feature that is built into the client: there is nothing to start. */
function isNoServer({ value, problem }: LocatedEntry): boolean {
  const values = Object.values(value);
  const isGroup = values.length > 0 && values.every((inner) => typeof inner === 'object' && inner !== null);
  const builtIn =
    value['bundled'] === true || ['builtin', 'platform', 'frontend'].includes(String(value['type']));
  return problem === undefined && (isGroup || builtIn);
}

/** The folders of projects that the user's own files name: where else servers may hide. */
export function projectsNamedIn(sources: readonly ReadSource[]): readonly string[] {
  const named = sources.flatMap((read) => {
    if (read.kind !== 'servers' || !read.source.clients.some(({ name }) => name === 'claude-code')) return [];
    const parsed = read.format.parse(read.file.text);
    const projects =
      'problem' in parsed ? undefined : (parsed.value as { projects?: unknown } | undefined)?.projects;
    return typeof projects === 'object' && projects !== null ? Object.keys(projects) : [];
  });
  return [...new Set(named)].filter((folder) => isAbsolute(folder) && existsSync(folder + sep));
}
