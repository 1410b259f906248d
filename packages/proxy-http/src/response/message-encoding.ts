// Encodes messages of the proxy as a JSON body or as an event.

import {
  createErrorResponse,
  ErrorCode,
  type Message,
  type MessageId,
  type RpcError,
} from '@claw/jsonrpc-stream';
import type { ResponseHead } from '../server/client-response.js';

export const JSON_HEAD: ResponseHead = { status: 200, headers: ['Content-Type', 'application/json'] };

/**
 * Returns status and headers for the response of an inspector to a single request. A rate limit becomes 429 with
 * `Retry-After`; a request that fails because another server is unavailable becomes 502. All other denials have
 * status 200, because clients interpret other statuses as a required login or a lost session.
 */
export function jsonHeadFor(response: Message | undefined): ResponseHead {
  if (response?.kind !== 'response' || !response.failed) return JSON_HEAD;
  const { error } = response.value as {
    error?: { code?: unknown; data?: { rule?: unknown; retry_after?: unknown } };
  };
  if (error?.code === ErrorCode.serverUnavailable) return { ...JSON_HEAD, status: 502 };
  const seconds = error?.code === ErrorCode.rateLimited ? error.data?.retry_after : undefined;
  // Servers use this error code for other purposes, so the other members are checked as well.
  const isOurs = typeof error?.data?.rule === 'string' && typeof seconds === 'number';
  if (!isOurs || !(seconds >= 0 && seconds <= MAX_RETRY_AFTER)) return JSON_HEAD;
  return { status: 429, headers: [...JSON_HEAD.headers, 'Retry-After', String(Math.ceil(seconds))] };
}

/** The maximum in seconds, about one year. */
const MAX_RETRY_AFTER = 366 * 24 * 3600;

const COMMA = Buffer.from(',');

/** Encodes one message unchanged, and several messages or the response to a batch as an array. */
export function encodeJsonBody(messages: readonly Message[], asArray = false): Uint8Array {
  const [only] = messages;
  if (messages.length === 1 && only !== undefined && !asArray) return only.bytes;
  const inner = messages.flatMap(({ bytes }, i) => (i === 0 ? [bytes] : [COMMA, bytes]));
  return Buffer.concat([Buffer.from('['), ...inner, Buffer.from(']')]);
}

const LINE_ENDS = /[\r\n]+/g;

/** Joins chunks into one line of JSON, without the trailing newline. */
export function toJsonLine(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = Buffer.concat(pieces);
  const end = bytes.at(-1) === 0x0a ? bytes.length - 1 : bytes.length;
  const data = bytes.subarray(0, end);
  if (!data.includes(0x0a) && !data.includes(0x0d)) return data;
  return Buffer.from(data.toString('latin1').replace(LINE_ENDS, ' '), 'latin1');
}

export const encodeEvent = (pieces: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat([Buffer.from('event: message\ndata: '), toJsonLine(pieces), Buffer.from('\n\n')]);

/** Encodes a JSON-RPC error response. It has no id if it does not belong to a request. */
export const encodeError = (error: RpcError, id?: MessageId): Uint8Array =>
  createErrorResponse(id, error).bytes;
