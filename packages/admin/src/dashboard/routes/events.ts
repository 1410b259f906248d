// Routes for events: filtered pages, one event with its context, and the names for filters.

import {
  type AuditFilter,
  type AuditRecord,
  auditBreakdown,
  auditStats,
  queryAuditPage,
  readRecordContext,
} from '@claw/audit';
import * as z from 'zod';
import { countParameter, instantParameter } from '../../http/parameters.js';
import { Problem } from '../../http/problem.js';
import { defineRoute, type Route } from '../../http/route.js';
import { detailOf } from '../event-detail.js';
import { summarize } from '../live/event-summary.js';
import type { AdminPorts } from '../ports.js';

const defaultLimit = 60;
const month = 30 * 24 * 3_600_000;
/**
 * The time after which an incomplete page is sent, so that a gateway in this process can continue. The browser then
 * requests the rest.
 */
const maxMilliseconds = 200;
/** The maximum number of names in a selection list. */
const maxNames = 500;

const eventQuery = z.object({
  cursor: z.string().max(1000).optional(),
  limit: countParameter(200).optional(),
  from: instantParameter.optional(),
  to: instantParameter.optional(),
  server: z.string().optional(),
  tool: z.string().optional(),
  rule: z.string().optional(),
  decision: z.string().optional(),
  finding: z.string().optional(),
  kind: z.string().optional(),
  q: z.string().max(500).optional(),
});

export const eventRoutes = ({ auditFolder }: Pick<AdminPorts, 'auditFolder'>): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/events',
    summary:
      'List events, newest first; in a text search, a page may contain fewer events than requested even if more pages follow',
    query: eventQuery,
    async handle({ query: { cursor, limit = defaultLimit, ...query } }) {
      const { lines, next = null } = await queryAuditPage(auditFolder, toFilter(query), {
        limit,
        cursor,
        exceptPlainReplies: query.kind === undefined,
        milliseconds: maxMilliseconds,
      });
      return { body: { items: lines.map((line) => summarize(JSON.parse(line) as AuditRecord)), next } };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/events/:session/:seq',
    summary: 'Get one event with its call, its response and the neighboring calls',
    async handle({ params: { session = '', seq = '' } }) {
      const found = /^\d{1,15}$/.test(seq)
        ? await readRecordContext(auditFolder, session, Number(seq))
        : undefined;
      if (found === undefined)
        throw new Problem(404, 'The audit log has no such record, or no longer has it.');
      const { record, call, reply, neighbours } = found;
      return {
        body: {
          event: detailOf(record),
          call: call === undefined ? null : detailOf(call),
          reply: reply === undefined ? null : detailOf(reply),
          related: neighbours.map(summarize),
        },
      };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/facets',
    summary: 'List the names in the log that filters can use',
    async handle() {
      const until = Date.now();
      const [{ servers, tools, rules }, { findings }] = await Promise.all([
        auditStats(auditFolder, { exceptKinds: ['checkpoint'] }),
        auditBreakdown(auditFolder, { since: until - month, until }, 1),
      ]);
      const names = (tally: object) => Object.keys(tally).slice(0, maxNames);
      return {
        body: {
          servers: names(servers),
          tools: names(tools),
          rules: names(rules),
          findings: names(findings),
        },
      };
    },
  }),
];

function toFilter({
  from,
  to,
  q,
  ...names
}: Omit<z.output<typeof eventQuery>, 'cursor' | 'limit'>): AuditFilter {
  return { ...names, since: from, until: to, grep: q, exceptKinds: ['checkpoint'] };
}
