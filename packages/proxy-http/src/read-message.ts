// The message in a POST, or a refusal that has been said already.

import { type Incoming, onOneLine, type Refusal } from '@claw/jsonrpc-stream';
import { disagreement } from './agreement.js';
import { type Body, readBody } from './body.js';
import type { Channel } from './channel.js';
import { unacceptableContent } from './content.js';
import { dataOf, errorBody, JSON_HEAD } from './frames.js';
import { type Refused, refuse, type Visit } from './front-door.js';
import { type ParamHeaders, paramDisagreement } from './param-headers.js';
import type { WireInForce } from './wire-in-force.js';

const HEADER_MISMATCH = -32020;

const HANG_UP = ['Connection', 'close'];
const TROUBLE: Readonly<Record<'too large' | 'too slow', Refused>> = {
  'too large': { status: 413, reason: 'the message is larger than the limit', headers: HANG_UP },
  'too slow': { status: 408, reason: 'the message took too long to arrive', headers: HANG_UP },
};

export interface MessageReading {
  readonly wire: WireInForce;
  readonly bodyTimeout: number;
  readonly parseClient: (bytes: Uint8Array) => Incoming | undefined;
  /** What is known of arguments that are repeated in headers. */
  readonly params?: ParamHeaders;
}

export interface ReadMessage {
  readonly incoming: Incoming;
  /** The body exactly as it came. */
  readonly bytes: Uint8Array;
}

export async function readMessage(visit: Visit, reading: MessageReading): Promise<ReadMessage | undefined> {
  const { request, response } = visit;
  const unacceptable = unacceptableContent(request.rawHeaders);
  if (unacceptable !== undefined) {
    refuse(response, { status: 415, reason: unacceptable, headers: HANG_UP });
    return undefined;
  }
  const { wire, bodyTimeout } = reading;
  const body = await readBody(request, { maxBytes: wire.limits.maxMessage, timeout: bodyTimeout });
  return messageIn(body, visit, reading);
}

function messageIn(
  body: Body,
  visit: Visit,
  { parseClient, params }: MessageReading,
): ReadMessage | undefined {
  const { request, response } = visit;
  if (body.kind === 'cut off') return undefined;
  if (body.kind !== 'read') {
    refuse(response, TROUBLE[body.kind]);
    return undefined;
  }
  const incoming = parseClient(onOneLine(body.bytes));
  if (incoming === undefined) {
    refuse(response, { status: 400, reason: 'the message is empty' });
    return undefined;
  }
  const differs =
    disagreement(request.rawHeaders, incoming) ??
    (params && incoming.kind === 'request'
      ? paramDisagreement(params, request.rawHeaders, incoming)
      : undefined);
  if (differs === undefined) return { incoming, bytes: body.bytes };
  refuseMismatch(visit, incoming, differs);
  return undefined;
}

function refuseMismatch({ response }: Visit, incoming: Incoming, header: string): void {
  const reason = `the header \`${header}\` does not say what the body says`;
  const id = incoming.kind === 'request' ? incoming.id : undefined;
  const body = errorBody({ code: HEADER_MISMATCH, message: reason, data: { reason } }, id);
  response.writeHead(400, [...JSON_HEAD.headers, 'Content-Length', String(body.length)]).end(body);
}

/**
 * What the sender of something is told that is no message we accept. Nobody could tell which request a refusal without an
 * id is about; then the status has to say that it failed.
 */
export function answerRefusal(
  channel: Channel,
  { code, reason, id }: Refusal,
  answer?: readonly Uint8Array[],
): void {
  const own = () =>
    errorBody({ code, message: `not an acceptable message: ${reason}`, data: { reason } }, id);
  channel.whole(
    { ...JSON_HEAD, status: id === undefined ? 400 : 200 },
    answer === undefined ? own() : dataOf(answer),
  );
}
