// Reads and parses the message of a POST request. If it is not valid, sends the error.

import {
  ErrorCode,
  type Incoming,
  type Refusal,
  toSingleLine,
  type WireSettings,
} from '@claw/jsonrpc-stream';
import { findContentError } from '../headers/content-type.js';
import { findHeaderMismatch } from '../headers/mcp-headers.js';
import { findParamHeaderMismatch, type ParamHeaderRegistry } from '../headers/param-headers.js';
import { maxMessageOf } from '../max-message.js';
import { encodeError, JSON_HEAD, toJsonLine } from '../response/message-encoding.js';
import type { ClientResponse } from './client-response.js';
import { type HttpError, sendHttpError } from './http-error.js';
import { type RequestBody, readBody } from './read-body.js';
import type { AcceptedRequest } from './request-guard.js';

const CLOSE = ['Connection', 'close'];
const BODY_ERRORS: Readonly<Record<'too large' | 'too slow', HttpError>> = {
  'too large': { status: 413, reason: 'the message is larger than the limit', headers: CLOSE },
  'too slow': { status: 408, reason: 'the message did not arrive in time', headers: CLOSE },
};

export interface ReadMessageOptions {
  readonly wire: WireSettings;
  readonly bodyTimeout: number;
  readonly parseClient: (bytes: Uint8Array) => Incoming | undefined;
  /** The tool arguments that are repeated in headers. */
  readonly paramHeaders?: ParamHeaderRegistry;
}

export interface ReadMessage {
  readonly incoming: Incoming;
  /** The body exactly as received. */
  readonly bytes: Uint8Array;
}

export async function readMessage(
  accepted: AcceptedRequest,
  options: ReadMessageOptions,
): Promise<ReadMessage | undefined> {
  const { request, response } = accepted;
  const unacceptable = findContentError(request.rawHeaders);
  if (unacceptable !== undefined) {
    sendHttpError(response, { status: 415, reason: unacceptable, headers: CLOSE });
    return undefined;
  }
  const { wire, bodyTimeout } = options;
  const body = await readBody(request, { maxBytes: maxMessageOf(wire), timeout: bodyTimeout });
  return parseBody(body, accepted, options);
}

function parseBody(
  body: RequestBody,
  accepted: AcceptedRequest,
  { parseClient, paramHeaders }: ReadMessageOptions,
): ReadMessage | undefined {
  const { request, response } = accepted;
  if (body.kind === 'cut off') return undefined;
  if (body.kind !== 'read') {
    sendHttpError(response, BODY_ERRORS[body.kind]);
    return undefined;
  }
  const incoming = parseClient(toSingleLine(body.bytes));
  if (incoming === undefined) {
    sendHttpError(response, { status: 400, reason: 'the message is empty' });
    return undefined;
  }
  const differs =
    findHeaderMismatch(request.rawHeaders, incoming) ??
    (paramHeaders && incoming.kind === 'request'
      ? findParamHeaderMismatch(paramHeaders, request.rawHeaders, incoming)
      : undefined);
  if (differs === undefined) return { incoming, bytes: body.bytes };
  sendHeaderMismatch(accepted, incoming, differs);
  return undefined;
}

function sendHeaderMismatch({ response }: AcceptedRequest, incoming: Incoming, header: string): void {
  const reason = `the header \`${header}\` does not match the body`;
  const id = incoming.kind === 'request' ? incoming.id : undefined;
  const body = encodeError({ code: ErrorCode.headerMismatch, message: reason, data: { reason } }, id);
  response.writeHead(400, [...JSON_HEAD.headers, 'Content-Length', String(body.length)]).end(body);
}

/**
 * Sends the error for an invalid message. Without an id, the client cannot match the error to a request, so the
 * status is 400.
 */
export function sendInvalidMessage(
  clientResponse: ClientResponse,
  { code, reason, id }: Refusal,
  response?: readonly Uint8Array[],
): void {
  const own = () => encodeError({ code, message: `invalid message: ${reason}`, data: { reason } }, id);
  clientResponse.send(
    { ...JSON_HEAD, status: id === undefined ? 400 : 200 },
    response === undefined ? own() : toJsonLine(response),
  );
}
