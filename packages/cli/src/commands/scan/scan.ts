// `scan`: every MCP server that is configured on this machine, how risky it is, and why.

import { clients } from '../../clients/index.js';
import { ownProgram } from '../../clients/own-program.js';
import type { Server } from '../../clients/servers.js';
import { defineCommand, exitCode } from '../../command.js';
import { createProgress } from '../../progress.js';
import { version } from '../../version.js';
import {
  readEverything,
  select,
  selectionOptions,
  serversIn,
  thisMachineOfClients,
} from '../wrap/selection.js';
import { inspectDeclarations } from './declarations.js';
import { askServers, type Declaration } from './live.js';
import { itemOf, rateServer, type ScanItem } from './rate.js';
import { toSarif } from './sarif.js';
import { createSecretSearch } from './secret-findings.js';
import { scanLines } from './table.js';

export const scan = defineCommand({
  name: 'scan',
  summary: 'find every MCP server on this machine and rate its risk',
  usage: ['[--client NAME] [--config FILE | --project DIR] [--live] [--json | --sarif]'],
  options: {
    ...selectionOptions,
    live: { kind: 'flag', summary: 'start each server behind the firewall and inspect what it declares' },
    json: { kind: 'flag', summary: 'print the result as JSON' },
    sarif: { kind: 'flag', summary: 'print the findings as SARIF' },
  },
  operands: 'none',
  passthrough: false,
  examples: [
    { command: 'scan', note: 'exit 1 when something is wrong' },
    { command: 'scan --live --client cursor', note: 'also look for poisoned descriptions' },
    { command: 'scan --sarif > scan.sarif', note: 'for code scanning' },
  ],
  async run({ options, output }) {
    const chosen = await select(options);
    if ('problem' in chosen) {
      output.complain(chosen.problem);
      return exitCode.wrongCall;
    }
    const named = options.config !== undefined || options.project !== undefined;
    const wanted = clients.filter(({ name }) => options.client === undefined || name === options.client);
    const sources = named
      ? chosen.sources
      : await readEverything(thisMachineOfClients(), ownProgram(), wanted);
    const unusable = sources.flatMap((read) => (read.kind === 'unusable' ? [read] : []));
    for (const { source, problem } of unusable) output.complain(`${source.file}: ${problem}`);
    const servers = serversIn(sources);
    const findSecrets = createSecretSearch();
    const rated = servers.map((server) => rateServer(server, findSecrets));
    const items = options.live ? await lookInside(servers, rated, named) : rated;
    if (options.sarif) {
      const text = JSON.stringify(toSarif(items, version), null, 2);
      output.result({ json: toSarif(items, version), text: () => text });
    } else
      output.result({
        json: { items, unusable: unusable.map(({ source, problem }) => ({ file: source.file, problem })) },
        text: (colour) => scanLines(items, colour).join('\n'),
      });
    const bad = unusable.length > 0 || items.some(({ findings }) => findings.length > 0);
    return bad ? exitCode.negative : exitCode.success;
  },
});

/** Starts the servers and adds what they declare to what is known. */
async function lookInside(
  servers: readonly Server[],
  rated: readonly ScanItem[],
  named: boolean,
): Promise<readonly ScanItem[]> {
  // A repository that was only cloned must not get its commands run because somebody scans the machine.
  const startable = servers.filter(
    ({ standing, scope }) =>
      (named || scope !== 'project') && ['bare', 'wrapped', 'foreign'].includes(standing.kind),
  );
  const progress = createProgress(startable.length, 'asking servers');
  const answers = new Map<Server, Declaration | { readonly problem: string }>();
  await askServers(startable, (server, answer) => {
    answers.set(server, answer);
    progress.step(server.entry.name);
  });
  progress.end();
  const keys = new Map(servers.map((server) => [server, keyOf(server, servers)]));
  const declared = new Map(
    [...answers].flatMap(([server, answer]) =>
      'problem' in answer ? [] : [[keys.get(server) as string, answer] as const],
    ),
  );
  const found = inspectDeclarations(declared);
  return servers.map((server, index) => {
    const item = rated[index] as ScanItem;
    const answer = answers.get(server);
    if (!named && server.scope === 'project') return { ...item, reasons: [...item.reasons, notStarted] };
    if (answer && 'problem' in answer) return { ...item, reasons: [...item.reasons, answer.problem] };
    return itemOf(server, [...item.findings, ...(found.get(keys.get(server) as string) ?? [])]);
  });
}

const notStarted = 'it was not started, because it belongs to a project; `--project DIR` starts it';

/** The name of a server; with its client when two have the same. */
function keyOf(server: Server, all: readonly Server[]): string {
  const twins = all.filter(({ entry }) => entry.name === server.entry.name);
  return twins.length > 1
    ? `${server.entry.name} (${server.client.name}${twins.filter(({ client }) => client === server.client).length > 1 ? `, ${server.source.file}` : ''})`
    : server.entry.name;
}
