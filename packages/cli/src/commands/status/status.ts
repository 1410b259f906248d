// Implements `status`: shows protected and unprotected servers, and running proxies.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { coverageOf, unprotectedReason } from '../../clients/coverage.js';
import { describeUnusable } from '../../clients/describe-unusable.js';
import { ownProgram } from '../../clients/own-program.js';
import { currentMachine, readAllSources, serversIn } from '../../clients/selection.js';
import { defineCommand, exitCode } from '../../command-line/command.js';
import { configFolder, killFile } from '../../files/paths.js';
import { findPolicyProblem } from '../../firewall/check-policy-file.js';
import { printable } from '../../terminal/printable.js';
import { rateServer } from '../scan/scan-item.js';
import { createSecretSearch } from '../scan/secret-findings.js';
import { findPendingReviews } from './pending-reviews.js';
import { findRunningProxies, runningLines } from './running.js';

export const status = defineCommand({
  name: 'status',
  summary: 'show protected and unprotected servers and running proxies',
  usage: ['[--json]'],
  options: { json: { kind: 'flag', summary: 'print the status as JSON' } },
  operands: 'none',
  passthrough: false,
  examples: [
    {
      command: 'status',
      note: 'exits with 1 if the policy cannot be used; run `doctor` for all other checks',
    },
  ],
  async run({ output }) {
    const sources = await readAllSources(currentMachine(), ownProgram());
    const servers = serversIn(sources);
    const unusable = sources.flatMap((read) => (read.kind === 'unusable' ? [read] : []));
    const items = await findRunningProxies(process.env);
    const bare = servers.filter((server) => unprotectedReason(server) !== undefined);
    const findSecrets = bare.length > 0 ? createSecretSearch() : () => [];
    const unprotected = bare.map((server) => rateServer(server, findSecrets));
    const wrappable = bare.filter((server) => coverageOf(server).kind === 'wrappable');
    // `wrap --all` does not change project files; for these, `scan` prints a command for each project.
    const next = wrappable.some(({ scope }) => scope !== 'project') ? 'wrap --all' : 'scan';
    const file = join(configFolder(process.env), 'policy.toml');
    const policy = existsSync(file) ? file : 'balanced (built in)';
    const problem = await findPolicyProblem(process.env);
    const pending = await findPendingReviews();
    const isKilled = existsSync(killFile(process.env));
    output.result({
      json: {
        items,
        unprotected,
        protected: servers.length - bare.length,
        policy,
        policy_problem: problem?.message ?? null,
        kill_switch: isKilled,
        approvals_waiting: pending?.approvals ?? null,
        tools_changed: pending?.tools ?? null,
        tools_suspicious: pending?.suspicious ?? null,
        unusable: unusable.map(({ source, problem }) => ({ file: source.file, problem })),
      },
      text: (colour, wrap) =>
        wrap(
          [
            `policy       ${policy}`,
            ...(problem === undefined
              ? []
              : [
                  `${colour.danger('invalid')}      ${printable(problem.message)}`,
                  `             ${printable(problem.words)}`,
                ]),
            `protected    ${servers.length - bare.length} of ${servers.length} configured servers`,
            ...unprotected.map(
              ({ server, client, scope, reasons }) =>
                `${colour.danger('unprotected')}  ${colour.accent(printable(server))} (${client}${scope === 'project' ? ', in a project' : ''}): ${printable(reasons[1] ?? '')}`,
            ),
            ...unusable.map(
              (read) => `${colour.danger('unknown')}      ${printable(describeUnusable(read))}`,
            ),
            ...(items.length === 0 ? ['running      none'] : runningLines(items, policy, colour)),
            ...(pending?.lines ?? []),
            ...(isKilled
              ? [
                  `${colour.danger('kill switch')}  on: every tool call is denied; \`clawdefender kill off\` turns it off`,
                ]
              : []),
            ...(wrappable.length > 0 ? [`next         \`clawdefender ${next}\``] : []),
          ].join('\n'),
        ),
    });
    // With an unusable policy no server works, so scripts must get a failure.
    return problem === undefined ? exitCode.success : exitCode.failure;
  },
});
