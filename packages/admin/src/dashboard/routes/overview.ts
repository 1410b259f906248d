// Provides the data for the overview page: running servers, decisions, problems, and the state of the audit log.

import { auditBreakdown } from '@claw/audit';
import { defineRoute, type Route } from '../../http/route.js';
import { justNow } from '../just-now.js';
import type { AdminPorts } from '../ports.js';
import { createChainCheck, type HashChainStatus } from './chain-check.js';

const day = 24 * 3_600_000;
const buckets = 48;
const maxListLength = 12;

type StatusView = Awaited<ReturnType<AdminPorts['status']>>;

/** Nobody can rely on a log that was changed, so this is the first problem of the list. */
const attentionToLog = ({ ok, problems }: HashChainStatus): StatusView['attention'] =>
  ok === false
    ? [
        {
          kind: 'audit',
          text: `The audit log is damaged: ${problems[0] ?? 'unknown problem'}. Run \`clawdefender audit verify\`.`,
          href: '#/overview',
        },
      ]
    : [];

export function overviewRoutes(ports: AdminPorts): readonly Route[] {
  const readChain = createChainCheck(() => ports.verify());
  return [
    defineRoute({
      method: 'GET',
      path: '/api/overview',
      summary: 'Get the running servers, the decisions from the last 24 hours, and open problems',
      async handle() {
        const until = justNow();
        const [status, found] = await Promise.all([
          ports.status(),
          auditBreakdown(
            ports.auditFolder,
            { since: until - day, until, exceptKinds: ['checkpoint'] },
            buckets,
          ),
        ]);
        const { rules, tools, p50, p95, decisions, detections, findings } = found;
        return {
          body: {
            ...status,
            attention: [...attentionToLog(readChain()), ...status.attention],
            chart: found.buckets,
            latency: { p50, p95 },
            totals: { decisions, findings: detections, secrets: findings['secrets'] ?? 0 },
            rules: rules.slice(0, maxListLength),
            tools: tools.slice(0, maxListLength),
          },
        };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/chain',
      summary: 'Check whether the hash chain of the audit log is intact',
      handle: () => ({ body: readChain() }),
    }),
  ];
}
