// The error codes in messages that the firewall creates or reads, and the error responses that it creates.

import {
  type NotificationMessage,
  type RequestMessage,
  type ResponseMessage,
  WireMessage,
} from './message.js';
import { MessageId } from './message-id.js';

export const ErrorCode = {
  /** For a rate limit or a ban. */
  rateLimited: -32000,
  /** Denied by the policy, a detector, the kill switch or a user. */
  denied: -32001,
  /** Approval was requested and is still pending. */
  approvalPending: -32002,
  /** The server has exited or cannot be reached, and did not respond to this request. */
  serverUnavailable: -32003,
  /** The HTTP headers contradict the message. */
  headerMismatch: -32020,
  /** The client lacks a capability that the request needs. */
  missingCapability: -32021,
  unsupportedVersion: -32022,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  parseError: -32700,
} as const;

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

const encoder = new TextEncoder();

/** Creates an error response for a request. The id is repeated exactly as written. */
export function createErrorResponse(id: MessageId | undefined, error: RpcError): ResponseMessage {
  const text = `{"jsonrpc":"2.0","id":${id?.token ?? 'null'},"error":${JSON.stringify(error)}}\n`;
  return new WireMessage([encoder.encode(text)], {
    kind: 'response',
    id,
    failed: true,
  }) as WireMessage & ResponseMessage;
}

/** Creates a response with a result of the firewall in place of the server or client. */
export function createResponse(id: MessageId, result: unknown): ResponseMessage {
  const text = `{"jsonrpc":"2.0","id":${id.token},"result":${JSON.stringify(result)}}\n`;
  return new WireMessage([encoder.encode(text)], { kind: 'response', id }) as WireMessage & ResponseMessage;
}

/** Creates a request from the firewall. */
export function createRequest(id: string | number, method: string, params?: object): RequestMessage {
  const text = `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
  const envelope = { kind: 'request', id: MessageId.of(id), method } as const;
  return new WireMessage([encoder.encode(text)], envelope) as WireMessage & RequestMessage;
}

/** Creates a notification from the firewall. */
export function createNotification(method: string, params?: object): NotificationMessage {
  const text = `${JSON.stringify({ jsonrpc: '2.0', method, params })}\n`;
  return new WireMessage([encoder.encode(text)], { kind: 'notification', method }) as WireMessage &
    NotificationMessage;
}
