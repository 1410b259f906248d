// What the relay says in its own name, to somebody who would otherwise wait for ever.

import { createErrorResponse, ErrorCode, type RpcError } from './errors.js';
import { type Action, DROP } from './inspector.js';
import type { Message, Refusal } from './message.js';
import type { MessageId } from './message-id.js';

const invalidError = (code: number, reason: string): RpcError => ({
  code,
  message: code === ErrorCode.parseError ? `not JSON: ${reason}` : `not an acceptable message: ${reason}`,
  data: { reason },
});

/** To the sender of something that is no message we accept. */
export const refusalError = ({ id, code, reason }: Refusal): Message =>
  createErrorResponse(id, invalidError(code, reason));

/** To the sender of a request that breaks a rule of the conversation. */
export const invalidRequest = (id: MessageId, reason: string): Message =>
  createErrorResponse(id, invalidError(ErrorCode.invalidRequest, reason));

/**
 * To whoever waits for an answer that arrived and cannot be handed out. Says nothing that the other side wrote: this
 * text is not inspected.
 */
export function withheldAnswer(
  { id }: { readonly id: MessageId },
  refusal: Pick<Refusal, 'limit' | 'reason'> | undefined,
): Message {
  const oversized = refusal?.limit === 'size';
  const reason = oversized ? refusal.reason : 'it was not an acceptable message';
  return createErrorResponse(id, {
    code: ErrorCode.refused,
    message: `the answer was withheld: ${reason}`,
    data: { rule: oversized ? 'limits.max_message' : 'wire', action: 'blocked', reason },
  });
}

/** To a client whose server is gone. */
export const goneError = (id: MessageId, reason: string): Message =>
  createErrorResponse(id, { code: ErrorCode.serverGone, message: `no answer: ${reason}`, data: { reason } });

const uninspected: RpcError = {
  code: ErrorCode.refused,
  message: 'refused: it could not be inspected',
  data: { rule: 'inspector', action: 'denied', reason: 'the inspector failed' },
};

/** What becomes of a message whose inspection failed: somebody who waits for it is told, nobody else. */
export function failClosed(message: Message): Action {
  switch (message.kind) {
    case 'request':
      return { kind: 'answer', messages: [createErrorResponse(message.id, uninspected)] };
    case 'response':
      return { kind: 'replace', message: createErrorResponse(message.id, uninspected) };
    case 'notification':
      return DROP;
  }
}
