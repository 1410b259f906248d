// Routes for the policy: listing rules with their matches, evaluating a call, checking a text, previewing changes, and
// saving.

import { auditBreakdown } from '@claw/audit';
import * as z from 'zod';
import { Problem } from '../../http/problem.js';
import { defineRoute, type Route } from '../../http/route.js';
import { justNow } from '../just-now.js';
import type { AdminPorts } from '../ports.js';

const days = 30;
const day = 24 * 3_600_000;
const maxBody = 1024 * 1024;

const textBody = z.strictObject({ text: z.string() });

export const policyRoutes = ({ policy, auditFolder }: AdminPorts): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/policy',
    summary: 'Get the policy, with the number of hits for each rule',
    async handle() {
      const until = justNow();
      const [view, { rules: hits }] = await Promise.all([
        policy.read(),
        auditBreakdown(auditFolder, { since: until - days * day, until }, 1),
      ]);
      const hitsOf = (rule: string) => {
        const hit = hits.find(({ name }) => name === rule);
        return { hits: hit?.count ?? 0, last: hit?.last ?? null };
      };
      const rules = view.rules.map((rule) => ({ ...rule, ...hitsOf(rule.name) }));
      const unmatched = hitsOf('default');
      return { body: { ...view, rules, unmatched, editable: view.file !== null, days } };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/policy/check',
    summary: 'Check a policy text for problems',
    body: textBody,
    maxBody,
    handle: async ({ body: { text } }) => ({ body: { items: await policy.check(text) } }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/policy/explain',
    summary: 'Find the rule that decides on a call, and the reason',
    body: z.strictObject({
      tool: z.string().min(1, 'must not be empty').max(1000),
      arguments: z.record(z.string(), z.unknown(), 'must be a JSON object'),
      server: z.string().max(1000).optional(),
    }),
    maxBody,
    handle: async ({ body }) => ({ body: await policy.explain(body) }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/policy/preview',
    summary: 'List the recorded calls on which another policy would decide differently',
    body: textBody,
    maxBody,
    handle: async ({ body: { text } }) => ({ body: await policy.preview(text) }),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/policy',
    summary: 'Save the policy; the previous text is kept as a backup',
    body: textBody.extend({ version: z.string().max(128) }),
    maxBody,
    async handle({ body: { text, version } }) {
      const saved = await policy.save(text, version);
      if (saved === undefined)
        throw new Problem(
          409,
          'The file was changed by another program in the meantime. Copy your text and reload the page.',
        );
      return { body: saved };
    },
  }),
];
