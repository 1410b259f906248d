// From decisions to actions of the transport: who hears of a message that is kept back depends on what it was.

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

/** A request is answered with the error, an answer is replaced by it, a notification is not missed by anybody. */
export function withError(message: Message, error: RpcError): Action {
  if (message.kind === 'request')
    return { kind: 'answer', messages: [createErrorResponse(message.id, error)] };
  if (message.kind === 'notification' || message.id === undefined) return DROP;
  return { kind: 'replace', message: createErrorResponse(message.id, error) };
}

/** The other side is not asked: this is the answer. */
export const answerLocally = (message: Message, result: unknown): Action =>
  message.kind === 'request' ? { kind: 'answer', messages: [createResponse(message.id, result)] } : DROP;

/** The message goes on, without what is cut out of it. It is read again by the rules for whoever sent it. */
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
