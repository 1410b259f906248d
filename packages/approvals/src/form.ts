// The request as an elicitation form of the protocol, and the decision in its result.

import { describeApproval } from './describe.js';
import type { Approval, Reply, Scope } from './model.js';

const scopes: readonly Scope[] = ['once', 'session', 'always'];

/** The parameters of an `elicitation/create`. No option is preselected. */
export const formOf = (approval: Approval) => ({
  message: describeApproval(approval).join('\n'),
  requestedSchema: {
    type: 'object',
    properties: {
      answer: {
        type: 'string',
        title: 'Allow this call?',
        description: 'no, once, for this session, or always',
        enum: ['no', ...scopes],
      },
    },
    required: ['answer'],
  },
});

/**
 * Reads the result of an elicitation. Anything other than a clear approval is a denial, including closing the
 * form.
 */
export function readForm(result: unknown): Reply {
  const { action, content } = (isObject(result) ? result : {}) as { action?: unknown; content?: unknown };
  const answer = isObject(content) ? content['answer'] : undefined;
  const scope = scopes.find((name) => name === answer);
  return action === 'accept' && scope !== undefined
    ? { decision: 'approve', scope, by: 'elicitation' }
    : { decision: 'deny', by: 'elicitation' };
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
