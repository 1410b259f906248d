// Converts a request to an elicitation form of the protocol, and reads the decision from its result.

import { isRecord } from '@claw/jsonrpc-stream';
import { describeApproval } from './describe.js';
import type { Approval, ApprovalDecision, Scope } from './model.js';

const scopes: readonly Scope[] = ['once', 'session', 'always'];

/** Returns the parameters of an `elicitation/create` request. No option is preselected. */
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
 * Reads the result of an elicitation. Only a clear approval is an approval; any other result, including closing the
 * form, is a denial.
 */
export function readForm(result: unknown): ApprovalDecision {
  const { action, content } = (isRecord(result) ? result : {}) as { action?: unknown; content?: unknown };
  const answer = isRecord(content) ? content['answer'] : undefined;
  const scope = scopes.find((name) => name === answer);
  return action === 'accept' && scope !== undefined
    ? { decision: 'approve', scope, by: 'elicitation' }
    : { decision: 'deny', by: 'elicitation' };
}
