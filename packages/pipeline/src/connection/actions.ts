// Converts decisions into actions for the transport.

import {
  type Action,
  createErrorResponse,
  createResponse,
  type Message,
  type RpcError,
  spliceMessage,
} from '@claw/jsonrpc-stream';
import { makeCachePrivate } from '../redaction/cache-scope.js';
import { toEdits } from '../redaction/edits.js';
import type { Call, Replacement, Reply, ServerNotification } from '../types.js';

export const FORWARD: Action = { kind: 'forward' };
const DROP: Action = { kind: 'drop' };

/**
 * Returns the action for a blocked message: a request gets the error as its response, a response is replaced with the
 * error, and a notification is dropped.
 */
export function withError(message: Message, error: RpcError): Action {
  if (message.kind === 'request')
    return { kind: 'answer', messages: [createErrorResponse(message.id, error)] };
  if (message.kind === 'notification' || message.id === undefined) return DROP;
  return { kind: 'replace', message: createErrorResponse(message.id, error) };
}

/** Returns an action that sends the result to the client; the server does not get the request. */
export const answerLocally = (message: Message, result: unknown): Action =>
  message.kind === 'request' ? { kind: 'answer', messages: [createResponse(message.id, result)] } : DROP;

/**
 * Returns an action that forwards the message without the redacted parts. The changed message is parsed again, like
 * any message from the same sender.
 */
export function forwardWith(
  { message, texts, direction }: Call | Reply | ServerNotification,
  replacements: readonly Replacement[],
  original: Message,
): Action {
  if (replacements.length === 0) return message === original ? FORWARD : { kind: 'replace', message };
  const sender = direction === 'client-to-server' ? 'client' : 'server';
  const all = sender === 'server' ? [...replacements, ...makeCachePrivate(texts)] : replacements;
  return { kind: 'replace', message: spliceMessage(message, toEdits(texts, all), { sender }) };
}
