// Determines the client of a file on the command line from its path, its name or its content.

import { basename, dirname, resolve, sep } from 'node:path';
import { realPath } from '../files/real-path.js';
import { gooseShape, listShape, usualShape } from '../wrap/entry-shape.js';
import type { Client } from './known/client.js';
import { clients } from './known/known-clients.js';
import { type Machine, userFoldersOf } from './known/user-folders.js';
import { repositoryAround } from './own-program.js';
import type { ConfigSource } from './sources.js';

/** Stands for an unknown client, for which all formats are tried. */
const someClient: Client = {
  name: 'unknown',
  title: 'a client',
  app: 'terminal',
  user: () => [],
  project: [],
  servers: [
    { at: ['mcpServers'], shape: usualShape },
    { at: ['servers'], shape: usualShape },
    { at: ['mcp_servers'], shape: usualShape },
    { at: ['context_servers'], shape: usualShape },
    { at: ['mcp', 'servers'], shape: usualShape },
    { at: ['mcp', 'servers'], shape: listShape },
    { at: ['mcp.servers'], shape: usualShape },
    { at: ['amp.mcpServers'], shape: usualShape },
    { at: ['mcp'], shape: usualShape },
    { at: ['mcp'], shape: listShape },
    { at: ['extensions'], shape: gooseShape },
    { at: ['projects', '*', 'mcpServers'], shape: usualShape, local: true },
  ],
};

/** Returns the source for a file on the command line. If no client is given, the most likely one is used. */
export function identifySource(file: string, machine: Machine, client: Client | undefined): ConfigSource {
  const path = resolve(file);
  const places = userFoldersOf(machine);
  const ofUser = (client ? [client] : clients).filter((one) =>
    one.user(places).some((known) => matches(known, path)),
  );
  if (ofUser.length > 0) return { clients: ofUser, scope: 'user', file: path, named: true };
  const endings = (one: Client) =>
    one.project.filter((name) => endsWith(path, sep + name.split('/').join(sep)));
  const ofProject = (client ? [client] : clients).filter((one) => endings(one).length > 0);
  const [first] = ofProject;
  if (!first) return unknownSource(path, client ?? someClient);
  const depth = (endings(first)[0] as string).split('/').length;
  const project = resolve(dirname(path), ...Array(depth - 1).fill('..'));
  return { clients: ofProject, scope: 'project', file: path, project, named: true };
}

/**
 * Returns the source for a file of an unknown client. A file in a repository counts as a project file whatever its name
 * is, because other people may have written it.
 */
function unknownSource(file: string, client: Client): ConfigSource {
  const project = repositoryAround(dirname(file));
  const source = { clients: [client], file, named: true };
  return project === undefined ? { ...source, scope: 'user' } : { ...source, scope: 'project', project };
}

/** Tests whether a path ends with a given path. `*` in it stands for any beginning of a file name. */
function endsWith(path: string, ending: string): boolean {
  const [folder = '', extension] = ending.split('*');
  return extension === undefined
    ? path.endsWith(ending)
    : path.endsWith(extension) && (dirname(path) + sep).endsWith(folder);
}

function matches(known: string, path: string): boolean {
  if (basename(known).startsWith('*'))
    return dirname(known) === dirname(path) && path.endsWith(basename(known).slice(1));
  return known === path || realPath(known) === realPath(path);
}
