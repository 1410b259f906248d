// Messages of our own making in the two shapes that HTTP gives them: a JSON body, and an event.

import { createErrorResponse, type Message, type MessageId, type RpcError } from '@claw/jsonrpc-stream';
import type { Head } from './channel.js';

export const JSON_HEAD: Head = { status: 200, headers: ['Content-Type', 'application/json'] };

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
