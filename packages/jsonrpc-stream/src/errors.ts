// The error codes that users meet, and the error answers that we write ourselves.

import { type Message, WireMessage } from './message.js';
import { MessageId } from './message-id.js';

export const ErrorCode = {
  /** Rate limit or ban. */
  limited: -32000,
  /** Refused by policy, a detector, the kill switch or a person. */
  refused: -32001,
  /** A person was asked and has not answered yet. */
  waiting: -32002,
  /** The server is gone, or cannot be reached, with this request unanswered. */
  serverGone: -32003,
  invalidRequest: -32600,
  parseError: -32700,
} as const;

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

const encoder = new TextEncoder();

/** The answer that a request with this id failed. The id is repeated exactly as it was spelt. */
export function createErrorResponse(id: MessageId | undefined, error: RpcError): Message {
  const text = `{"jsonrpc":"2.0","id":${id?.token ?? 'null'},"error":${JSON.stringify(error)}}\n`;
  return new WireMessage([encoder.encode(text)], {
    kind: 'response',
    id,
    failed: true,
  }) as unknown as Message;
}

/** A result that we give instead of the other side. */
export function createResponse(id: MessageId, result: unknown): Message {
  const text = `{"jsonrpc":"2.0","id":${id.token},"result":${JSON.stringify(result)}}\n`;
  return new WireMessage([encoder.encode(text)], { kind: 'response', id }) as unknown as Message;
}

/** A request of our own. */
export function createRequest(id: string | number, method: string, params?: object): Message {
  const text = `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
  const envelope = { kind: 'request', id: MessageId.of(id), method } as const;
  return new WireMessage([encoder.encode(text)], envelope) as unknown as Message;
}

/** A notification of our own. */
export function createNotification(method: string, params?: object): Message {
  const text = `${JSON.stringify({ jsonrpc: '2.0', method, params })}\n`;
  return new WireMessage([encoder.encode(text)], { kind: 'notification', method }) as unknown as Message;
}
