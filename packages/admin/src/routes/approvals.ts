// Routes for pending and standing approvals. The dashboard and the API of a gateway use them.

import * as z from 'zod';
import type { AdminPorts, ApprovalAnswer } from '../dashboard/ports.js';
import { fieldProblem, Problem } from '../http/problem.js';
import { defineRoute, type Route } from '../http/route.js';

type Ports = Pick<AdminPorts, 'approvals' | 'readDuration'>;

const decisionBody = z.strictObject({
  decision: z.enum(['approve', 'deny'], 'must be `approve` or `deny`'),
  scope: z.enum(['once', 'session', 'always'], 'must be `once`, `session` or `always`').optional(),
  for: z.string().max(32).optional(),
});

const item = z.looseObject({ id: z.string(), state: z.string() });

/** Runs a decision or a revocation; an implementation may add an audit log entry. */
export type AuditDecision = <Result>(
  id: string,
  change: 'decide' | 'revoke',
  actor: string,
  act: () => Promise<Result>,
) => Promise<Result>;

export const approvalRoutes = (
  { approvals, readDuration }: Ports,
  withAudit: AuditDecision = (_id, _change, _actor, act) => act(),
): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/approvals',
    summary: 'List pending and standing approvals',
    response: z.object({ items: z.array(item) }),
    handle: async () => ({ body: { items: await approvals.list() } }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/approvals/:id',
    summary: 'Approve or deny a pending call',
    body: decisionBody,
    response: item,
    problems: { 404: 'No such approval.', 409: 'It has already been decided or withdrawn.' },
    async handle({ params, body, actor }) {
      const id = params['id'] ?? '';
      const answer = toAnswer(body, readDuration);
      return withAudit(id, 'decide', actor, async () => {
        const { kind, item: decided = {} } = await approvals.answer(id, answer);
        if (kind === 'unknown') throw new Problem(404, 'No such approval; it may have expired.');
        if (kind === 'settled') throw new Problem(409, 'It has already been decided or withdrawn.');
        return { body: decided };
      });
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/approvals/:id',
    summary: 'Revoke an approval',
    status: 204,
    problems: { 404: 'No such approval.' },
    async handle({ params, actor }) {
      const id = params['id'] ?? '';
      return withAudit(id, 'revoke', actor, async () => {
        if (!(await approvals.revoke(id))) throw new Problem(404, 'No such approval; it may have ended.');
        return {};
      });
    },
  }),
];

function toAnswer(body: z.output<typeof decisionBody>, readDuration: Ports['readDuration']): ApprovalAnswer {
  const { decision, scope, for: time } = body;
  if (decision === 'deny') return { decision };
  if (time === undefined) return { decision, scope: scope ?? 'once' };
  const milliseconds = readDuration(time);
  if (milliseconds === undefined || milliseconds <= 0)
    throw fieldProblem('for', 'must be a duration such as `30m`, `1h` or `7d`');
  if (scope !== undefined) throw fieldProblem('scope', 'cannot be combined with `for`');
  return { decision, scope: 'time', milliseconds };
}
