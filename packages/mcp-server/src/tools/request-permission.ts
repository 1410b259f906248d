// Implements `requestPermission`: requests approval for one operation on one resource. The policy decides first. An
// allowed action needs no approval, and a denied action cannot be approved here; only the decision `prompt` causes a
// request.

import type { Awaitable } from '@claw/jsonrpc-stream';
import type { ApprovalRequest } from '@claw/pipeline';
import * as z from 'zod';
import { invalidParams, readable, seconds } from '../fields.js';
import { actionOf, OPERATIONS, type Operation } from '../intent.js';
import { isDeniedNow, judgeIntent } from '../judge.js';
import type { Permission, PermissionRequest, ToolContext } from '../ports.js';
import { answerSchema, defineTool, type Outcome } from '../tool.js';

export const requestPermission = defineTool({
  name: 'requestPermission',
  title: 'Request permission',
  description: 'Request explicit approval for a resource operation.',
  fields: z.object({
    resource: readable('Resource to access (exact path, no wildcards)'),
    operation: z.enum(OPERATIONS),
    justification: readable('Why you need this access'),
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
        error: invalidParams('`resource` contains a wildcard; use exactly one resource', {
          field: 'resource',
        }),
      };
    const intent = { action: actionOf[operation], target: resource };
    const judged = await judgeIntent(intent, context);
    const { decision, rule, message } = judged;
    if (decision === 'allow' || decision === 'log')
      return { answer: { granted: true, scope: 'policy', expires_at: null, rule } };
    if (decision === 'deny')
      return { answer: denial(rule, message ?? 'the policy denies this, even with approval') };
    const question = await findWithRetries(() => judged.approvalRequest());
    if (question?.access === undefined) return { answer: denial(rule, NOT_ONE_THING) };
    const about = { ...question, access: question.access };
    const timeoutMs = timeout * 1000;
    const { caller } = context;
    const request = { resource, operation, justification, question: about, timeoutMs, caller };
    const permission = await askUnlessKilled(request, context);
    const deniedBy = permission.granted ? await isDeniedNow(intent, context) : undefined;
    if (deniedBy !== undefined)
      return { answer: denial(deniedBy, 'the policy denies this now, even with approval') };
    return toOutcome(permission, rule);
  },
});

/** Resolves paths repeatedly. On a busy disk they may not be resolved in time, and an approval takes longer anyway. */
async function findWithRetries(
  find: () => Awaitable<ApprovalRequest | undefined>,
): Promise<ApprovalRequest | undefined> {
  for (let attempt = 1; ; attempt++) {
    const question = await find();
    if (question?.access !== undefined || attempt === 5) return question;
  }
}

/** Requests approval and withdraws the request when the kill switch is turned on. */
async function askUnlessKilled(
  request: PermissionRequest,
  { ports: { ask, surroundings }, signal }: ToolContext,
): Promise<Permission> {
  const withdrawn = new AbortController();
  const withdraw = () => withdrawn.abort();
  const forget = surroundings.killSwitch?.onEngaged(withdraw);
  signal.addEventListener('abort', withdraw);
  if (signal.aborted) withdraw();
  try {
    return await ask(request, withdrawn.signal);
  } finally {
    forget?.();
    signal.removeEventListener('abort', withdraw);
  }
}

/**
 * The reason for calls with several effects or resources: an approval covers one effect on one resource, so the user
 * has to see the call itself.
 */
const NOT_ONE_THING =
  'this is more than one operation on one resource; make the call, which then requires approval';

/** True if a resource contains a wildcard. In a URL, a question mark starts the query; elsewhere it is a wildcard. */
const hasWildcard = (resource: string, operation: Operation): boolean =>
  resource.includes('*') || (operation !== 'connect' && resource.includes('?'));

const denial = (rule: string, reason: string) => ({
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
    return { answer: { ...denial(rule, reason), ...open } };
  }
  const { scope, expiresAt } = permission;
  const expires = expiresAt === undefined ? null : new Date(expiresAt).toISOString();
  return { answer: { granted: true, scope, expires_at: expires, rule } };
}
