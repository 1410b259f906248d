// Explicit approval for one operation on one resource. The policy decides first: what it allows needs nobody, what it refuses no
// person can grant here, and only what it would ask about is asked.

import { z } from 'zod';
import { invalidParams, seconds, sentence, target } from '../fields.js';
import { actionOf, OPERATIONS, type Operation } from '../intent.js';
import { judgeIntent } from '../judge.js';
import type { Permission } from '../ports.js';
import { answerSchema, defineTool, type Outcome } from '../tool.js';

export const requestPermission = defineTool({
  name: 'requestPermission',
  title: 'Request permission',
  description: 'Request explicit approval for a resource operation.',
  fields: z.object({
    resource: target('Resource to access (exact path, no wildcards)'),
    operation: z.enum(OPERATIONS),
    justification: sentence('Why you need this access'),
    timeout_seconds: seconds(1, 300, 30),
  }),
  answer: answerSchema({
    granted: 'flag',
    scope: 'text',
    expires_at: 'time',
    'rule?': 'text',
    'reason?': 'text',
    'approval_id?': 'text',
  }),
  readOnly: false,
  limit: 'requestPermission',
  async run({ resource, operation, justification, timeout_seconds: timeout }, context) {
    if (hasWildcard(resource, operation))
      return {
        error: invalidParams('`resource` holds a wildcard; name exactly one resource', { field: 'resource' }),
      };
    const { judged } = await judgeIntent({ action: actionOf[operation], target: resource }, context);
    const { decision, rule, message, question } = judged;
    if (decision === 'allow' || decision === 'log')
      return { answer: { granted: true, scope: 'policy', expires_at: null, rule } };
    if (decision === 'deny' || question === undefined)
      return { answer: refusal(rule, message ?? 'the policy does not permit this, whoever agrees') };
    const { ports, caller, signal } = context;
    const timeoutMs = timeout * 1000;
    const request = { resource, operation, justification, question, timeoutMs, caller };
    return toOutcome(await ports.ask(request, signal), rule);
  },
});

/** A question mark begins the query of a URL; anywhere else it stands for something. */
const hasWildcard = (resource: string, operation: Operation): boolean =>
  resource.includes('*') || (operation !== 'connect' && resource.includes('?'));

const refusal = (rule: string, reason: string) => ({
  granted: false,
  scope: 'none',
  expires_at: null,
  rule,
  reason,
});

function toOutcome(permission: Permission, rule: string): Outcome {
  if (!permission.granted) {
    const { reason, approvalId } = permission;
    const open = approvalId === undefined ? {} : { approval_id: approvalId };
    return { answer: { ...refusal(rule, reason), ...open } };
  }
  const { scope, expiresAt } = permission;
  const expires = expiresAt === undefined ? null : new Date(expiresAt).toISOString();
  return { answer: { granted: true, scope, expires_at: expires, rule } };
}
