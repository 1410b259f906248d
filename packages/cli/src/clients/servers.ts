// Reads the configuration files of clients and lists their servers, with information on whether they are protected.

import { existsSync } from 'node:fs';
import { extname, isAbsolute, sep } from 'node:path';
import type { Format, LocatedEntry } from '../config-formats/format.js';
import type { EntryShape } from '../wrap/entry-shape.js';
import { type EntryState, entryStateOf } from '../wrap/entry-state.js';
import { type ConfigFile, readConfigFile } from './config-file.js';
import type { Client, ServerList } from './known/client.js';
import { isOurProgram, isOutside, type OwnProgram } from './own-program.js';
import type { ConfigSource } from './sources.js';

/** A server in a configuration file. */
export interface Server {
  readonly source: ConfigSource;
  readonly client: Client;
  /** `local`: a server in the user's file that applies to one project only. */
  readonly scope: 'user' | 'local' | 'project';
  readonly entry: LocatedEntry;
  readonly list: ServerList;
  readonly shape: EntryShape;
  readonly state: EntryState;
}

/** The URL of a remote server, whether it is wrapped or not. */
export const addressOf = ({ state }: Server): string | undefined =>
  state.kind === 'remote' || state.kind === 'wrapped' ? state.address : undefined;

/** The content of a file, or the reason why it cannot be used. */
export type ReadSource =
  | {
      readonly kind: 'servers';
      readonly source: ConfigSource;
      readonly file: ConfigFile;
      readonly format: Format;
      readonly servers: readonly Server[];
    }
  | { readonly kind: 'unusable'; readonly source: ConfigSource; readonly problem: string };

/** Reads a file and its servers. */
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
  if (extension === '.toml') return (await import('../config-formats/toml.js')).toml;
  if (extension === '.yaml' || extension === '.yml') return (await import('../config-formats/yaml.js')).yaml;
  return (await import('../config-formats/json.js')).json;
}

/** Finds the servers in the text of a file. */
export function serversOf(
  source: ConfigSource,
  text: string,
  format: Format,
  own: OwnProgram,
): { readonly servers: readonly Server[] } | { readonly kind: 'unusable'; readonly problem: string } {
  // A file in a repository may be crafted to exhaust a parser, for example with deep nesting or nested aliases.
  try {
    return collectServers(source, text, format, own);
  } catch (error) {
    return { kind: 'unusable', problem: `it cannot be read: ${(error as Error).message}` };
  }
}

function collectServers(
  source: ConfigSource,
  text: string,
  format: Format,
  own: OwnProgram,
): ReturnType<typeof serversOf> {
  const parsed = format.parse(text);
  if ('problem' in parsed) return { kind: 'unusable', problem: `it cannot be read: ${parsed.problem}` };
  const found = new Map<string, Server>();
  for (const client of source.clients) {
    for (const list of client.servers) {
      for (const entry of parsed.findEntries(list.at)) {
        const server = createServer(source, client, list, entry, own);
        const key = JSON.stringify(entry.path);
        const known = found.get(key)?.state.kind ?? 'out-of-reach';
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
  if (list.only !== undefined && !(entry.name === list.only && list.shape.command in entry.value))
    return undefined;
  const scope = source.scope === 'project' ? 'project' : list.local ? 'local' : 'user';
  const folder = list.local ? entry.path[list.at.indexOf('*')] : undefined;
  const project = source.project ?? (typeof folder === 'string' && isAbsolute(folder) ? folder : undefined);
  const foreign = scope === 'project' ? project : undefined;
  const state = entryStateOf(entry, list.shape, {
    project: scope === 'project',
    isOurProgram: (word) => isOurProgram(word, own, foreign),
    isOutside: (path) => isOutside(path, foreign),
  });
  if (state.kind === 'out-of-reach' && isNoServer(entry)) return undefined;
  return { source, client, scope, entry, list, shape: list.shape, state };
}

/** True for a group of entries, or for a built-in feature of the client that has no command. */
function isNoServer({ value, problem }: LocatedEntry): boolean {
  const values = Object.values(value);
  const isGroup =
    values.length > 0 &&
    values.every((inner) => typeof inner === 'object' && inner !== null && !Array.isArray(inner));
  const builtIn =
    value['bundled'] === true || ['builtin', 'platform', 'frontend'].includes(String(value['type']));
  return problem === undefined && (isGroup || builtIn);
}

/** The project folders that are named in the user's own files; they may contain more servers. */
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
