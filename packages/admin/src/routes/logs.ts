// The record, page by page, newest first, and as counts over time.

import { type AuditFilter, auditChart, queryAudit } from '@claw/audit';
import type { AdminPorts } from '../ports.js';
import { Problem } from '../problem.js';
import type { Route } from '../router.js';

const mostOnPage = 500;
/** Nobody turns so many pages; a filter finds more. */
const mostRecords = 10_000;

export const logRoutes = ({ auditFolder }: AdminPorts): readonly Route[] => [
  {
    method: 'GET',
    path: '/api/logs',
    async handle({ query }) {
      const limit = readCount(query, 'limit', 50, mostOnPage);
      const page = readCount(query, 'page', 1, Math.max(1, Math.floor(mostRecords / limit)));
      // They come oldest first, so the page is at their beginning; what is newer is counted and not kept. One more than is
      // shown says whether there is another page.
      const oldest: string[] = [];
      let count = 0;
      for await (const line of queryAudit(auditFolder, readFilter(query), { limit: page * limit + 1 }))
        if (++count <= limit + 1) oldest.push(line);
      const more = count > page * limit;
      const shown = oldest.slice(more ? 1 : 0, more ? limit + 1 : Math.max(0, count - (page - 1) * limit));
      return { body: { items: shown.reverse().map((line) => JSON.parse(line)), page, limit, more } };
    },
  },
  {
    method: 'GET',
    path: '/api/logs/chart',
    async handle({ query }) {
      const { since, until, ...filter } = readFilter(query);
      const to = until ?? Date.now();
      const from = since ?? to - 24 * 3_600_000;
      if (from >= to) throw new Problem(400, '`from` must be before `to`', 'from');
      const buckets = readCount(query, 'buckets', 48, 1000);
      const items = await auditChart(auditFolder, { ...filter, since: from, until: to }, buckets);
      return { body: { items } };
    },
  },
];

const decisions = ['allow', 'log', 'prompt', 'deny'];

function readFilter(query: URLSearchParams): AuditFilter {
  const text = (name: string) => query.get(name) || undefined;
  const type = text('event_type');
  return {
    since: readInstant(query, 'from'),
    until: readInstant(query, 'to'),
    server: text('server'),
    tool: text('tool'),
    grep: text('q'),
    ...(type !== undefined && (decisions.includes(type) ? { decision: type } : { kind: type })),
  };
}

/** Milliseconds since 1970, or a date as people write it for machines. */
function readInstant(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  const instant = /^\d{1,15}$/.test(text) ? Number(text) : Date.parse(text);
  if (Number.isNaN(instant)) throw new Problem(400, 'write a date such as `2026-07-28T10:00:00Z`', name);
  return instant;
}

function readCount(query: URLSearchParams, name: string, otherwise: number, most: number): number {
  const text = query.get(name);
  if (text === null || text === '') return otherwise;
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > most) throw new Problem(400, `write a number from 1 to ${most}`, name);
  return count;
}
