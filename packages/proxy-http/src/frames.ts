// Messages of our own making in the two shapes that HTTP gives them: a JSON body, and an event.

import {
  createErrorResponse,
  ErrorCode,
  type Message,
  type MessageId,
  type RpcError,
} from '@claw/jsonrpc-stream';
import type { Head } from './channel.js';

export const JSON_HEAD: Head = { status: 200, headers: ['Content-Type', 'application/json'] };

/**
 * The head for the answer to a single request. A limit that is used up is told to whatever stands between us and the
 * client, too; every other refusal has a good status, because clients take others for a login or a lost session.
 */
export function jsonHeadOf(answer: Message | undefined): Head {
  if (answer?.kind !== 'response' || !answer.failed) return JSON_HEAD;
  const { error } = answer.value as {
    error?: { code?: unknown; data?: { rule?: unknown; retry_after?: unknown } };
  };
  const seconds = error?.code === ErrorCode.limited ? error.data?.retry_after : undefined;
  // Servers have errors of this code as well, which are about something else.
  const isOurs = typeof error?.data?.rule === 'string' && typeof seconds === 'number';
  if (!isOurs || !(seconds >= 0 && seconds <= LONGEST_WAIT)) return JSON_HEAD;
  return { status: 429, headers: [...JSON_HEAD.headers, 'Retry-After', String(Math.ceil(seconds))] };
}

/** Seconds; nobody is told to wait longer than a year. */
const LONGEST_WAIT = 366 * 24 * 3600;

const COMMA = Buffer.from(',');

/** One message as it is; several, or the answer to a batch, as an array. */
export function bodyOf(messages: readonly Message[], asArray = false): Uint8Array {
  const [only] = messages;
  if (messages.length === 1 && only !== undefined && !asArray) return only.bytes;
  const inner = messages.flatMap(({ bytes }, i) => (i === 0 ? [bytes] : [COMMA, bytes]));
  return Buffer.concat([Buffer.from('['), ...inner, Buffer.from(']')]);
}

const LINE_ENDS = /[\r\n]+/g;

/** The JSON text of pieces, without the newline of a framing and on one line. */
export function dataOf(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = Buffer.concat(pieces);
  const end = bytes.at(-1) === 0x0a ? bytes.length - 1 : bytes.length;
  const data = bytes.subarray(0, end);
  if (!data.includes(0x0a) && !data.includes(0x0d)) return data;
  return Buffer.from(data.toString('latin1').replace(LINE_ENDS, ' '), 'latin1');
}

export const eventOf = (pieces: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat([Buffer.from('event: message\ndata: '), dataOf(pieces), Buffer.from('\n\n')]);

/** An error under no id: about something that was not a message, or not one that anybody waits for. */
export const errorBody = (error: RpcError, id?: MessageId): Uint8Array =>
  createErrorResponse(id, error).bytes;
