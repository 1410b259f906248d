// Provides running proxies, protected servers and problems to the dashboard. Client configurations change rarely, so
// they are read only at intervals.

import { existsSync } from 'node:fs';
import type { AdminPorts } from '@claw/admin';
import type { RunningProgress } from '@claw/audit';
import { unprotectedReason } from '../../../clients/coverage.js';
import { ownProgram } from '../../../clients/own-program.js';
import { currentMachine, readAllSources, serversIn } from '../../../clients/selection.js';
import { killFile } from '../../../files/paths.js';
import { findPolicyProblem } from '../../../firewall/check-policy-file.js';
import { pluralize } from '../../../terminal/pluralize.js';
import { findPendingReviews } from '../../status/pending-reviews.js';
import { findRunningProxies } from '../../status/running.js';

const coverageMilliseconds = 30_000;

type Status = Awaited<ReturnType<AdminPorts['status']>>;
type Coverage = Pick<Status, 'protected' | 'unprotected'>;

export function createStatus(progress: RunningProgress): AdminPorts['status'] {
  let coverage: Promise<Coverage> | undefined;
  let readAt = 0;
  return async () => {
    if (coverage === undefined || performance.now() - readAt > coverageMilliseconds) {
      readAt = performance.now();
      coverage = readCoverage();
      // The error is ignored because the next request tries again.
      coverage.catch(() => {
        coverage = undefined;
      });
    }
    const [proxies, covered, attention] = await Promise.all([
      findRunningProxies(process.env, progress),
      coverage,
      findAttention(),
    ]);
    return { proxies, ...covered, attention: [...attention, ...attentionToCoverage(covered)] };
  };
}

async function readCoverage(): Promise<Coverage> {
  const servers = serversIn(await readAllSources(currentMachine(), ownProgram()));
  const unprotected = servers.flatMap((server) => {
    const reason = unprotectedReason(server);
    return reason === undefined ? [] : [{ server: server.entry.name, client: server.client.title, reason }];
  });
  return { protected: servers.length - unprotected.length, unprotected };
}

const attentionToCoverage = ({ unprotected }: Coverage): Status['attention'] =>
  unprotected.length === 0
    ? []
    : [
        {
          kind: 'unprotected',
          text: `${pluralize(unprotected.length, 'server')} without the firewall: run \`clawdefender wrap --all\``,
          href: '#/overview',
        },
      ];

async function findAttention(): Promise<Status['attention']> {
  const [problem, pending] = await Promise.all([findPolicyProblem(process.env), findPendingReviews()]);
  return [
    ...(existsSync(killFile(process.env))
      ? [{ kind: 'kill', text: 'The kill switch is on: every tool call is denied', href: '#/overview' }]
      : []),
    ...(problem === undefined ? [] : [{ kind: 'policy', text: problem.message, href: '#/policy?tab=edit' }]),
    ...when(pending?.approvals, (count) => ({
      kind: 'approvals',
      text: `${pluralize(count, 'approval')} pending`,
      href: '#/approvals',
    })),
    ...when(pending?.tools, (count) => ({
      kind: 'tools',
      text: `${pluralize(count, 'tool')} changed since accepted`,
      href: '#/tools?show=changed',
    })),
    ...when(pending?.suspicious, (count) => ({
      kind: 'tools',
      text: `${pluralize(count, 'tool')} with a suspicious description`,
      href: '#/tools?show=changed',
    })),
  ];
}

const when = <Value>(count: number | undefined, make: (count: number) => Value): readonly Value[] =>
  count === undefined || count === 0 ? [] : [make(count)];
