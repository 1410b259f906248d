// Which servers a command is about: reads `--client`, `--config` and `--project`, and looks into the files behind them.

import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Client } from '../../clients/client.js';
import { sourceOf } from '../../clients/guess.js';
import { clients } from '../../clients/index.js';
import { type OwnProgram, ownProgram } from '../../clients/own-program.js';
import type { Machine } from '../../clients/places.js';
import { projectsNamedIn, type ReadSource, readSource, type Server } from '../../clients/servers.js';
import { type ConfigSource, findProjectSources, findUserSources } from '../../clients/sources.js';
import { homeFolder } from '../../home-folder.js';
import { suggest } from '../../suggest.js';

/** The options that choose. */
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

/** What was found where the options point. */
export interface Selection {
  readonly machine: Machine;
  readonly own: OwnProgram;
  readonly sources: readonly ReadSource[];
}

/** This machine, as far as the files of clients go. */
export const thisMachineOfClients = (): Machine => ({
  platform: process.platform,
  home: homeFolder(),
  env: process.env,
});

/** Reads everything that the options choose; or says what is wrong with them. */
export async function select(options: SelectionOptions): Promise<Selection | { readonly problem: string }> {
  const machine = thisMachineOfClients();
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
    return { problem: 'give either `--config FILE` or `--project DIR`' };
  if (config !== undefined) {
    if (!existsSync(config)) return { problem: `there is no file \`${config}\`; check the path` };
    return [sourceOf(config, machine, client)];
  }
  const chosen = client ? [client] : clients;
  if (project === undefined) return findUserSources(machine, chosen);
  if (!statSync(project, { throwIfNoEntry: false })?.isDirectory())
    return { problem: `there is no folder \`${project}\`; check the path` };
  return findProjectSources(resolve(project), chosen);
}

function unknownClient(name: string): string {
  const names = clients.map((client) => client.name);
  const nearest = suggest(name, names);
  return `unknown client \`${name}\`; ${nearest ? `did you mean \`${nearest}\`?` : `known are ${names.join(', ')}`}`;
}

export const serversIn = (sources: readonly ReadSource[]): readonly Server[] =>
  sources.flatMap((read) => (read.kind === 'servers' ? read.servers : []));

/** Every server that this machine's clients know of, also in the projects that their files name. */
export async function readEverything(
  machine: Machine,
  own: OwnProgram,
  chosen: readonly Client[] = clients,
): Promise<readonly ReadSource[]> {
  const user = await Promise.all(
    (await findUserSources(machine, clients)).map((source) => readSource(source, own)),
  );
  const projects = projectsNamedIn(user).flatMap((folder) => findProjectSources(folder, clients));
  const all = [...user, ...(await Promise.all(projects.map((source) => readSource(source, own))))];
  return all.filter(({ source }) => source.clients.some((client) => chosen.includes(client)));
}

/** How a complaint about a name goes on, as a sentence: the nearest one, or all. */
export function namesToOffer(name: string, servers: readonly Server[]): string {
  const known = [...new Set(servers.map(({ entry }) => entry.name))];
  if (known.length === 0) return 'no servers are configured there.';
  const nearest = name === '' ? undefined : suggest(name, known);
  return nearest === undefined
    ? `there are ${known.map((one) => `\`${one}\``).join(', ')}.`
    : `did you mean \`${nearest}\`?`;
}

/** What to say when there is no server, and where else there may be some. A file that cannot be read may hold some. */
export function nothingFound({ client, config, project }: SelectionOptions, unusable: boolean): string {
  if (unusable) return 'no MCP servers were found in what can be read';
  const named = config ?? project ?? clients.find(({ name }) => name === client)?.title;
  if (named !== undefined) return `no MCP servers are configured in ${named}`;
  const some = clients.slice(0, 4).map(({ title }) => title);
  return `no MCP servers are configured in the files of the ${clients.length} clients that we know (${some.join(', ')}, …); \`--project DIR\` looks into a project, \`--config FILE\` into any file`;
}
