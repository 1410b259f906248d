// Implements `scan`: lists all configured MCP servers on this machine with their risk and the reasons.

import { describeUnusable } from '../../clients/describe-unusable.js';
import { clients } from '../../clients/known/known-clients.js';
import { describeMissingCommand } from '../../clients/missing-command.js';
import { ownProgram } from '../../clients/own-program.js';
import {
  currentMachine,
  describeNoServers,
  readAllSources,
  readSelection,
  selectionOptions,
  serversIn,
} from '../../clients/selection.js';
import type { Server } from '../../clients/servers.js';
import { defineCommand, exitCode } from '../../command-line/command.js';
import { version } from '../../command-line/version.js';
import { findPolicyProblem } from '../../firewall/check-policy-file.js';
import { historyLines, readHistory } from './history.js';
import { linesOf } from './line-numbers.js';
import { scanLive } from './live-scan.js';
import { toSarif } from './sarif.js';
import { rateServer } from './scan-item.js';
import { createSecretSearch } from './secret-findings.js';
import { policyLines, scanLines } from './table.js';

export const scan = defineCommand({
  name: 'scan',
  summary: 'list the MCP servers on this machine and rate their risk',
  usage: [
    '[--client NAME] [--config FILE | --project DIR] [--live [--timeout SECONDS]] [--history [--since TIME]] [--json | --sarif]',
  ],
  options: {
    ...selectionOptions,
    live: { kind: 'flag', summary: 'start each server behind the firewall and inspect its tools' },
    history: { kind: 'flag', summary: 'also check logged calls against the current policy' },
    since: {
      kind: 'value',
      value: 'TIME',
      summary:
        'with --history: only calls since this time: an ISO 8601 time, or a duration before now (`7d`, `1h`)',
    },
    timeout: {
      kind: 'value',
      value: 'SECONDS',
      summary:
        'time limit for each server in seconds (default: 30; 180 if the server may have to be installed first)',
    },
    json: { kind: 'flag', summary: 'print the result as JSON' },
    sarif: { kind: 'flag', summary: 'print the findings as SARIF' },
  },
  operands: 'none',
  passthrough: false,
  examples: [
    { command: 'scan', note: 'exits with 1 if there is a problem' },
    { command: 'scan --live --client cursor', note: 'also look for poisoned tool descriptions' },
    {
      command: 'scan --history --since 7d',
      note: 'allowed calls from the last 7 days that the current policy would not allow',
    },
    { command: 'scan --sarif > scan.sarif', note: 'for code scanning' },
  ],
  async run({ options, output }) {
    const chosen = await readSelection(options);
    if ('problem' in chosen) {
      output.error(chosen.problem);
      return exitCode.usageError;
    }
    const seconds = options.timeout === undefined ? undefined : Number(options.timeout);
    if (seconds !== undefined && !(seconds > 0 && seconds <= 3600)) {
      output.error(
        `Invalid value for \`--timeout\`: \`${options.timeout}\`. Use a number of seconds, as in \`--timeout 60\`.`,
      );
      return exitCode.usageError;
    }
    if (options.since !== undefined && !options.history) {
      output.error('`--since` needs `--history`. Add `--history` or remove `--since`.');
      return exitCode.usageError;
    }
    const named = options.config !== undefined || options.project !== undefined;
    const wanted = clients.filter(({ name }) => options.client === undefined || name === options.client);
    const sources = named ? chosen.sources : await readAllSources(currentMachine(), ownProgram(), wanted);
    const unusable = sources.flatMap((read) => (read.kind === 'unusable' ? [read] : []));
    for (const read of unusable) output.error(`${describeUnusable(read)}.`);
    for (const { message, fix } of describeMissingCommand(sources, currentMachine(), ownProgram()))
      output.error(`${message}. To fix it, ${fix}.`);
    const servers = serversIn(sources);
    const findSecrets = createSecretSearch();
    const rated = servers.map((server) => rateServer(server, findSecrets));
    const live = { named, seconds };
    const items = options.live ? await scanLive(servers, rated, live) : rated;
    const narrowed = named || options.client !== undefined;
    const includesServer = (name: string) => !narrowed || servers.some(({ entry }) => entry.name === name);
    const history = options.history ? await readHistory(options.since, includesServer, output) : undefined;
    if (options.history && history === undefined) return exitCode.usageError;
    const policy = await findPolicyProblem(process.env);
    if (options.sarif) {
      if (policy) output.error(`${policy.message}; ${policy.words}`);
      const lines = linesOf(sources);
      const placed = items.map((item, index) => ({
        ...item,
        line: lines.get(servers[index] as Server) ?? 1,
      }));
      const json = toSarif(placed, history, version);
      output.result({ json, text: () => JSON.stringify(json, null, 2) });
    } else
      output.result({
        json: {
          items,
          unusable: unusable.map(({ source, problem }) => ({ file: source.file, problem })),
          policy_problem: policy?.message ?? null,
          ...(history && { history }),
        },
        text: (colour, wrap) =>
          wrap(
            [
              ...(policy ? policyLines(policy, colour) : []),
              ...scanLines(
                items,
                describeNoServers(options, unusable.length > 0),
                colour,
                policy === undefined,
              ),
              ...(history ? ['', ...historyLines(history, colour)] : []),
            ].join('\n'),
          ),
      });
    const bad =
      policy !== undefined ||
      unusable.length > 0 ||
      items.some(({ findings, unasked }) => findings.length > 0 || unasked !== undefined) ||
      (history?.items.length ?? 0) > 0;
    return bad ? exitCode.failure : exitCode.success;
  },
});
