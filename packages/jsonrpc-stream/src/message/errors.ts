// The error codes that users meet, and the error answers that we write ourselves.

import {
  type NotificationMessage,
  type RequestMessage,
  type ResponseMessage,
  WireMessage,
} from './message.js';
import { MessageId } from './message-id.js';

export const ErrorCode = {
  /** Rate limit or ban. */
  rateLimited: -32000,
  /** Refused by policy, a detector, the kill switch or a person. */
  refused: -32001,
  /** A person was asked and has not answered yet. */
  approvalPending: -32002,
  /** The server is gone, or cannot be reached, with this request unanswered. */
  serverUnavailable: -32003,
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
export function createErrorResponse(id: MessageId | undefined, error: RpcError): ResponseMessage {
  const text = `{"jsonrpc":"2.0","id":${id?.token ?? 'null'},"error":${JSON.stringify(error)}}\n`;
  return new WireMessage([encoder.encode(text)], {
    kind: 'response',
    id,
    failed: true,
  }) as WireMessage & ResponseMessage;
}

/** A result that we give instead of the other side. */
export function createResponse(id: MessageId, result: unknown): ResponseMessage {
  const text = `{"jsonrpc":"2.0","id":${id.token},"result":${JSON.stringify(result)}}\n`;
  return new WireMessage([encoder.encode(text)], { kind: 'response', id }) as WireMessage & ResponseMessage;
}

/** A request of our own. */
export function createRequest(id: string | number, method: string, params?: object): RequestMessage {
  const text = `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
  const envelope = { kind: 'request', id: MessageId.of(id), method } as const;
  return new WireMessage([encoder.encode(text)], envelope) as WireMessage & RequestMessage;
}

/** A notification of our own. */
export function createNotification(method: string, params?: object): NotificationMessage {
  const text = `${JSON.stringify({ jsonrpc: '2.0', method, params })}\n`;
  return new WireMessage([encoder.encode(text)], { kind: 'notification', method }) as WireMessage &
    NotificationMessage;
}
