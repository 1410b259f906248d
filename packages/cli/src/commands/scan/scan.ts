// `scan`: every MCP server that is configured on this machine, how risky it is, and why.

import { clients } from '../../clients/index.js';
import { ownProgram } from '../../clients/own-program.js';
import { defineCommand, exitCode } from '../../command.js';
import { version } from '../../version.js';
import {
  readEverything,
  select,
  selectionOptions,
  serversIn,
  thisMachineOfClients,
} from '../wrap/selection.js';
import { lookInside } from './look-inside.js';
import { rateServer } from './rate.js';
import { toSarif } from './sarif.js';
import { createSecretSearch } from './secret-findings.js';
import { scanLines } from './table.js';

export const scan = defineCommand({
  name: 'scan',
  summary: 'find every MCP server on this machine and rate its risk',
  usage: ['[--client NAME] [--config FILE | --project DIR] [--live [--timeout SECONDS]] [--json | --sarif]'],
  options: {
    ...selectionOptions,
    live: { kind: 'flag', summary: 'start each server behind the firewall and inspect what it declares' },
    timeout: { kind: 'value', value: 'SECONDS', summary: 'how long a server may take to answer; 30' },
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
    const seconds = Number(options.timeout ?? 30);
    if (!(seconds > 0 && seconds <= 3600)) {
      output.complain(`\`--timeout ${options.timeout}\`: write a number of seconds, like \`--timeout 60\``);
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
    const live = { named, patienceMilliseconds: seconds * 1000 };
    const items = options.live ? await lookInside(servers, rated, live) : rated;
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
