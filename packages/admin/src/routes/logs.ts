// Routes for the audit log: pages, newest entries first, and counts over time. The dashboard and the API of a gateway
// use them.

import { type AuditFilter, auditChart, queryAudit, type RecordKind } from '@claw/audit';
import * as z from 'zod';
import type { AdminPorts } from '../dashboard/ports.js';
import { countParameter, instantParameter } from '../http/parameters.js';
import { fieldProblem } from '../http/problem.js';
import { defineRoute, type Route } from '../http/route.js';

const defaultLimit = 50;
/**
 * The number of the last entry that a page may contain. Pages are counted from the newest entry, so for older entries
 * a filter is faster.
 */
const maxRecords = 10_000;
const day = 24 * 3_600_000;

const decisions = ['allow', 'log', 'prompt', 'deny'] as const;
const kinds = [
  'session_start',
  'decision',
  'reply',
  'approval',
  'checkpoint',
  'gap',
  'report',
  'session_end',
] as const satisfies readonly RecordKind[];
const isDecision = (type: string): boolean => (decisions as readonly string[]).includes(type);

const filterQuery = z.object({
  from: instantParameter.optional(),
  to: instantParameter.optional(),
  event_type: z.enum([...decisions, ...kinds]).optional(),
  server: z.string().optional(),
  tool: z.string().optional(),
  q: z.string().max(1000).optional(),
});

export const logRoutes = ({ auditFolder }: Pick<AdminPorts, 'auditFolder'>): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/logs',
    summary: 'List entries of the audit log, newest first',
    query: filterQuery.extend({
      page: countParameter(maxRecords).optional(),
      limit: countParameter(500).optional(),
    }),
    async handle({ query: { page = 1, limit = defaultLimit, ...query } }) {
      if (page > Math.max(1, Math.floor(maxRecords / limit)))
        throw fieldProblem('page', `must not reach beyond entry ${maxRecords}; use a filter`);
      // Entries are sorted oldest first, so those of the requested page are at the beginning. One additional entry
      // shows whether another page follows.
      const oldest: string[] = [];
      let count = 0;
      for await (const line of queryAudit(auditFolder, toFilter(query), { limit: page * limit + 1 }))
        if (++count <= limit + 1) oldest.push(line);
      const more = count > page * limit;
      const shown = oldest.slice(more ? 1 : 0, more ? limit + 1 : Math.max(0, count - (page - 1) * limit));
      return { body: { items: shown.reverse().map((line) => JSON.parse(line)), page, limit, more } };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/logs/chart',
    summary: 'Count decisions over time',
    query: filterQuery.extend({ buckets: countParameter(1000).optional() }),
    async handle({ query: { buckets = 48, ...query } }) {
      const { since, until = Date.now(), ...filter } = toFilter(query);
      const from = since ?? until - day;
      if (from >= until) throw fieldProblem('from', 'must be before `to`');
      return { body: { items: await auditChart(auditFolder, { ...filter, since: from, until }, buckets) } };
    },
  }),
];

/** The kinds of entries that concern the log itself, which are returned only on request. */
const sessionKinds = ['session_start', 'checkpoint', 'session_end'] as const;

function toFilter({
  from,
  to,
  event_type: type,
  server,
  tool,
  q,
}: z.output<typeof filterQuery>): AuditFilter {
  return {
    since: from,
    until: to,
    server,
    tool,
    grep: q,
    ...(type === undefined
      ? { exceptKinds: sessionKinds }
      : isDecision(type)
        ? { decision: type }
        : { kind: type }),
  };
}
