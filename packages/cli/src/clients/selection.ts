// Reads the configuration files that `--client`, `--config` and `--project` select.

import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { suggest } from '../command-line/suggest.js';
import { homeFolder } from '../files/home-folder.js';
import { shellQuote } from '../terminal/shell-quote.js';
import { identifySource } from './identify-client.js';
import type { Client } from './known/client.js';
import { clients } from './known/known-clients.js';
import type { Machine } from './known/user-folders.js';
import { type OwnProgram, ownProgram } from './own-program.js';
import { projectsNamedIn, type ReadSource, readSource, type Server } from './servers.js';
import { type ConfigSource, findProjectSources, findUserSources } from './sources.js';

/** The options that select files and servers. */
export const selectionOptions = {
  client: { kind: 'value', value: 'NAME', summary: 'only this client: `claude-code`, `cursor`, `vscode`, …' },
  config: { kind: 'value', value: 'FILE', summary: 'only this configuration file' },
  project: { kind: 'value', value: 'DIR', summary: 'the configuration files of this project' },
} as const;

export interface SelectionOptions {
  readonly client: string | undefined;
  readonly config: string | undefined;
  readonly project: string | undefined;
}

/** The selected files. */
export interface Selection {
  readonly machine: Machine;
  readonly own: OwnProgram;
  readonly sources: readonly ReadSource[];
}

/** The properties of this machine that determine where the files of clients are. */
export const currentMachine = (): Machine => ({
  platform: process.platform,
  home: homeFolder(),
  env: process.env,
});

/** Reads the selected files. Returns an error message if that is not possible. */
export async function readSelection(
  options: SelectionOptions,
): Promise<Selection | { readonly problem: string }> {
  const machine = currentMachine();
  const own = ownProgram();
  const sources = await findSources(options, machine);
  if ('problem' in sources) return sources;
  return { machine, own, sources: await Promise.all(sources.map((source) => readSource(source, own))) };
}

async function findSources(
  { client: name, config, project }: SelectionOptions,
  machine: Machine,
): Promise<ConfigSource[] | { readonly problem: string }> {
  const client = clients.find((known) => known.name === name);
  if (name !== undefined && !client) return { problem: unknownClient(name) };
  if (config !== undefined && project !== undefined)
    return { problem: 'Use either `--config FILE` or `--project DIR`, not both.' };
  if (config !== undefined) {
    if (!existsSync(config)) return { problem: `The file \`${config}\` does not exist.` };
    if (statSync(config).isDirectory())
      return { problem: `\`${config}\` is a folder. Use \`--project ${shellQuote(config)}\`.` };
    return [identifySource(config, machine, client)];
  }
  const chosen = client ? [client] : clients;
  if (project === undefined) return findUserSources(machine, chosen);
  const found = statSync(project, { throwIfNoEntry: false });
  if (!found) return { problem: `The folder \`${project}\` does not exist.` };
  if (!found.isDirectory())
    return { problem: `\`${project}\` is a file. Use \`--config ${shellQuote(project)}\`.` };
  return findProjectSources(resolve(project), chosen);
}

function unknownClient(name: string): string {
  const names = clients.map((client) => client.name);
  const nearest = suggest(name, names);
  // `claude` stands for two clients, and no edit distance would find them.
  const begun = names.filter((known) => known.startsWith(`${name}-`));
  const meant = begun.length > 0 ? begun : nearest ? [nearest] : [];
  const help =
    meant.length > 0
      ? `Did you mean ${meant.map((one) => `\`${one}\``).join(' or ')}?`
      : `Known clients are ${names.join(', ')}.`;
  return `Unknown client \`${name}\`. ${help}`;
}

export const serversIn = (sources: readonly ReadSource[]): readonly Server[] =>
  sources.flatMap((read) => (read.kind === 'servers' ? read.servers : []));

/** Reads the files of all clients, including the files of projects that they mention. */
export async function readAllSources(
  machine: Machine,
  own: OwnProgram,
  chosen: readonly Client[] = clients,
): Promise<readonly ReadSource[]> {
  const user = await Promise.all(findUserSources(machine, clients).map((source) => readSource(source, own)));
  const projects = projectsNamedIn(user).flatMap((folder) => findProjectSources(folder, clients));
  const all = [...user, ...(await Promise.all(projects.map((source) => readSource(source, own))))];
  return all.filter(({ source }) => source.clients.some((client) => chosen.includes(client)));
}

/** A sentence that suggests the most similar server name, or lists all names. */
export function describeKnownServers(name: string, servers: readonly Server[]): string {
  const known = [...new Set(servers.map(({ entry }) => entry.name))];
  if (known.length === 0) return 'No servers are configured.';
  const nearest = name === '' ? undefined : suggest(name, known);
  return nearest === undefined
    ? `Known servers are ${known.map((one) => `\`${one}\``).join(', ')}.`
    : `Did you mean \`${nearest}\`?`;
}

/** The message if no server was found. */
export function describeNoServers({ client, config, project }: SelectionOptions, unusable: boolean): string {
  if (unusable) return 'No MCP servers found in the readable files.';
  const named = config ?? project ?? clients.find(({ name }) => name === client)?.title;
  if (named !== undefined) return `No MCP servers are configured in ${named}.`;
  const some = clients.slice(0, 4).map(({ title }) => title);
  return `No MCP servers are configured in the files of the ${clients.length} supported clients (${some.join(', ')}, …). Use \`--project DIR\` for a project or \`--config FILE\` for any file.`;
}
