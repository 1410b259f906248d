// Provides the findings of the detectors over time and by server, and the attack chains.

import { auditBreakdown } from '@claw/audit';
import { defineRoute, type Route } from '../../http/route.js';
import { justNow } from '../just-now.js';
import type { AdminPorts } from '../ports.js';
import { findChains } from './find-chains.js';

const week = 7 * 24 * 3_600_000;
const buckets = 56;

/** The kinds of findings; all other names in the index are names of detectors. */
const findingKinds = ['injection', 'secrets', 'egress', 'personal'];
/** Kinds that are named after rules. Their events are listed with the filter `rule` instead of `finding`. */
const ruleKinds = ['chains', 'tools.pin', 'tools.poisoning', 'tools.shadowing', 'wire'];

export const threatRoutes = ({ auditFolder }: Pick<AdminPorts, 'auditFolder'>): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/threats',
    summary: 'Get the findings and the attack chains from the last 7 days',
    async handle() {
      const until = justNow();
      const since = until - week;
      const [found, chains] = await Promise.all([
        auditBreakdown(auditFolder, { since, until }, buckets),
        findChains(auditFolder, since),
      ]);
      const names = Object.keys(found.findings).filter(
        (name) => findingKinds.includes(name) || ruleKinds.includes(name),
      );
      return {
        body: {
          chart: found.buckets,
          kinds: names
            .map((kind) => ({
              kind,
              count: found.findings[kind] ?? 0,
              parameter: ruleKinds.includes(kind) ? 'rule' : 'finding',
            }))
            .sort((left, right) => right.count - left.count),
          servers: Object.entries(found.findingsByServer).map(([server, findings]) => ({ server, findings })),
          chains,
        },
      };
    },
  }),
];
