// The question as a form of the protocol, and what a person filled in.

import { describeApproval } from './describe.js';
import type { Approval, Reply, Scope } from './model.js';

const scopes: readonly Scope[] = ['once', 'session', 'always'];

/** The parameters of an `elicitation/create`. Nothing is chosen beforehand. */
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

/** What the result of an elicitation says. Whatever is not a clear yes is a no; closing the form, too. */
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
