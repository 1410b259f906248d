// Sends errors for invalid HTTP requests: an HTTP status with a JSON-RPC error as the body.

import type { ServerResponse } from 'node:http';
import { ErrorCode } from '@claw/jsonrpc-stream';
import { encodeError, JSON_HEAD } from '../response/message-encoding.js';

export interface HttpError {
  readonly status: number;
  readonly reason: string;
  readonly headers?: readonly string[];
  /** True if parsers could disagree on where this request ends and the next one begins. */
  readonly closeConnection?: boolean;
}

export const UNKNOWN_PATH: HttpError = { status: 404, reason: 'no MCP endpoint at this path' };

export const UNKNOWN_SESSION: HttpError = {
  status: 404,
  reason: 'unknown or expired session; send `initialize` to start a new one',
};

export const UNKNOWN_EVENT: HttpError = {
  status: 404,
  reason: 'no stream of this client has an event with this `Last-Event-ID`; open a new stream without it',
};

/** Sends the error unless a response has already started. */
export function sendHttpError(response: ServerResponse, { status, reason, headers = [] }: HttpError): void {
  if (response.headersSent || response.destroyed) return;
  const body = encodeError({ code: ErrorCode.invalidRequest, message: reason, data: { reason } });
  response.writeHead(status, [...JSON_HEAD.headers, ...headers, 'Content-Length', String(body.length)]);
  response.end(body);
}
