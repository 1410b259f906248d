// Questions that wait, what was granted, and the answers.

import type { AdminPorts, ApprovalAnswer } from '../ports.js';
import { Problem } from '../problem.js';
import { membersOf } from '../read-body.js';
import type { Route } from '../router.js';

export const approvalRoutes = ({ approvals, readDuration }: AdminPorts): readonly Route[] => [
  {
    method: 'GET',
    path: '/api/approvals',
    handle: async () => ({ body: { items: await approvals.list() } }),
  },
  {
    method: 'POST',
    path: '/api/approvals/:id',
    async handle({ params, body }) {
      const { kind, item = {} } = await approvals.answer(params['id'] ?? '', readAnswer(body, readDuration));
      if (kind === 'unknown') throw new Problem(404, 'no such question; it has expired, or never was');
      if (kind === 'settled') throw new Problem(409, 'it was answered or withdrawn already');
      return { body: item };
    },
  },
  {
    method: 'DELETE',
    path: '/api/approvals/:id',
    async handle({ params }) {
      if (!(await approvals.revoke(params['id'] ?? '')))
        throw new Problem(404, 'no such question or grant; it has ended, or never was');
      return { status: 204 };
    },
  },
];

function readAnswer(body: unknown, readDuration: AdminPorts['readDuration']): ApprovalAnswer {
  const { decision, scope, for: time, ...rest } = membersOf(body);
  const [stray] = Object.keys(rest);
  if (stray !== undefined) throw new Problem(400, 'a member of the body is not known here', stray);
  if (decision === 'deny') return { decision };
  if (decision !== 'approve') throw new Problem(400, 'write `approve` or `deny`', 'decision');
  if (time !== undefined) {
    const milliseconds = typeof time === 'string' ? readDuration(time) : undefined;
    if (milliseconds === undefined || milliseconds <= 0)
      throw new Problem(400, 'write a time such as `30m`, `1h` or `7d`', 'for');
    if (scope !== undefined)
      throw new Problem(400, '`for` is a scope of its own; leave out `scope`', 'scope');
    return { decision, scope: 'time', milliseconds };
  }
  if (scope === undefined) return { decision, scope: 'once' };
  if (scope === 'once' || scope === 'session' || scope === 'always') return { decision, scope };
  throw new Problem(400, 'write `once`, `session` or `always`', 'scope');
}
