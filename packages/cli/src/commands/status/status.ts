// `status`: what is protected, what is not, and what runs now.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { coverageOf, whyUnprotected } from '../../clients/coverage.js';
import { ownProgram } from '../../clients/own-program.js';
import { defineCommand, exitCode } from '../../command.js';
import { configFolder, killFile } from '../../places.js';
import { printable } from '../../printable.js';
import { findPolicyProblem } from '../doctor/checks.js';
import { rateServer } from '../scan/rate.js';
import { createSecretSearch } from '../scan/secret-findings.js';
import { readEverything, serversIn, thisMachineOfClients } from '../wrap/selection.js';
import { findOpenMatters } from './open-matters.js';
import { findRunningProxies, runningLines } from './running.js';

export const status = defineCommand({
  name: 'status',
  summary: 'show what is protected and what runs',
  usage: ['[--json]'],
  options: { json: { kind: 'flag', summary: 'print it as JSON' } },
  operands: 'none',
  passthrough: false,
  examples: [{ command: 'status', note: 'a glance; `doctor` says how to mend what is wrong' }],
  async run({ output }) {
    const sources = await readEverything(thisMachineOfClients(), ownProgram());
    const servers = serversIn(sources);
    const unusable = sources.flatMap((read) => (read.kind === 'unusable' ? [read] : []));
    const items = await findRunningProxies(process.env);
    const bare = servers.filter((server) => whyUnprotected(server) !== undefined);
    const findSecrets = bare.length > 0 ? createSecretSearch() : () => [];
    const unprotected = bare.map((server) => rateServer(server, findSecrets));
    const wrappable = bare.filter((server) => coverageOf(server).kind === 'wrappable');
    // The files of projects are not touched by `--all`; `scan` names the command for each.
    const next = wrappable.some(({ scope }) => scope !== 'project') ? 'wrap --all' : 'scan';
    const file = join(configFolder(process.env), 'policy.toml');
    const policy = existsSync(file) ? file : 'balanced (built in)';
    const problem = await findPolicyProblem(process.env);
    const open = await findOpenMatters();
    const isKilled = existsSync(killFile(process.env));
    output.result({
      json: {
        items,
        unprotected,
        protected: servers.length - bare.length,
        policy,
        policy_problem: problem?.message ?? null,
        kill_switch: isKilled,
        approvals_waiting: open?.questions ?? null,
        tools_changed: open?.tools ?? null,
        tools_suspicious: open?.suspicious ?? null,
        unusable: unusable.map(({ source, problem }) => ({ file: source.file, problem })),
      },
      text: (colour, fold) =>
        fold(
          [
            `policy       ${policy}`,
            ...(problem === undefined
              ? []
              : [`${colour.danger('wrong')}        ${printable(problem.message)}`, printable(problem.words)]),
            `protected    ${servers.length - bare.length} of ${servers.length} configured servers`,
            ...unprotected.map(
              ({ server, client, scope, reasons }) =>
                `${colour.danger('unprotected')}  ${colour.accent(printable(server))} (${client}${scope === 'project' ? ', in a project' : ''}): ${printable(reasons[1] ?? '')}`,
            ),
            ...unusable.map(
              ({ source, problem }) =>
                `${colour.danger('unknown')}      ${printable(source.file)}: ${printable(problem)}`,
            ),
            ...(items.length === 0 ? ['running      nothing'] : runningLines(items, policy, colour)),
            ...(open?.lines ?? []),
            ...(isKilled
              ? [
                  `${colour.danger('kill switch')}  on: every reviewed call is refused; \`clawdefender kill off\``,
                ]
              : []),
            ...(wrappable.length > 0 ? [`next: \`clawdefender ${next}\``] : []),
          ].join('\n'),
        ),
    });
    return exitCode.success;
  },
});
