// The error responses that the relay sends itself, so that each request gets a response.

import { createErrorResponse, ErrorCode, type RpcError } from '../message/errors.js';
import type { Message, Refusal } from '../message/message.js';
import type { MessageId } from '../message/message-id.js';
import { type Action, DROP } from './inspector.js';

const invalidError = (code: number, reason: string): RpcError => ({
  code,
  message: `${code === ErrorCode.parseError ? 'invalid JSON' : 'invalid message'}: ${reason}`,
  data: { reason },
});

/** Creates the error for the sender of bytes that are not a valid message. */
export const createRefusalError = ({ id, code, reason }: Refusal): Message =>
  createErrorResponse(id, invalidError(code, reason));

/** Creates the error for the sender of a request that is valid on its own but not in this conversation. */
export const createInvalidRequestError = (id: MessageId, reason: string): Message =>
  createErrorResponse(id, invalidError(ErrorCode.invalidRequest, reason));

/**
 * Creates the error in place of a response that is not forwarded. It quotes no part of that response, because the
 * error is not inspected.
 */
export function createWithheldError(
  { id }: { readonly id: MessageId },
  refusal: Pick<Refusal, 'limit' | 'reason'> | undefined,
): Message {
  const oversized = refusal?.limit === 'size';
  const reason = oversized ? refusal.reason : 'it is not a valid message';
  return createErrorResponse(id, {
    code: ErrorCode.denied,
    message: `Response withheld: ${reason}`,
    data: { rule: oversized ? 'limits.max_message' : 'wire', action: 'blocked', reason },
  });
}

/** Creates the error for a client whose server has exited or cannot be reached. */
export const createUnavailableError = (id: MessageId, reason: string): Message =>
  createErrorResponse(id, {
    code: ErrorCode.serverUnavailable,
    message: `No response: ${reason}`,
    data: { reason },
  });

const uninspected: RpcError = {
  code: ErrorCode.denied,
  message: 'Denied: the message could not be inspected',
  data: { rule: 'inspector', action: 'denied', reason: 'the inspector failed' },
};

/**
 * Returns the action for a message whose inspection failed: an error for the side that waits for a response, if there
 * is one.
 */
export function denyUninspected(message: Message): Action {
  switch (message.kind) {
    case 'request':
      return { kind: 'answer', messages: [createErrorResponse(message.id, uninspected)] };
    case 'response':
      return { kind: 'replace', message: createErrorResponse(message.id, uninspected) };
    case 'notification':
      return DROP;
  }
}
