// A POST: read its message, have it judged, send it on, and bring the answer back.

import {
  type Incoming,
  type Message,
  type Outcome,
  parseMessage,
  type RequestMessage,
} from '@claw/jsonrpc-stream';
import { agreeingHeaders, disagreement, isStateless } from './agreement.js';
import { onOneLine, readBody } from './body.js';
import { Channel } from './channel.js';
import { unacceptableContent } from './content.js';
import { Exchange } from './exchange.js';
import { dataOf, errorBody, JSON_HEAD } from './frames.js';
import { type Refused, refuse, type Visit } from './front-door.js';
import { keepHeaders } from './headers.js';
import type { ReverseProxy } from './reverse-proxy.js';
import type { Session } from './session.js';

const HEADER_MISMATCH = -32020;

const TROUBLE: Readonly<Record<'too large' | 'too slow', Refused>> = {
  'too large': {
    status: 413,
    reason: 'the message is larger than the limit',
    headers: ['Connection', 'close'],
  },
  'too slow': {
    status: 408,
    reason: 'the message took too long to arrive',
    headers: ['Connection', 'close'],
  },
};

/** `session` and `target` are given for the oldest transport, where the address says whose message it is. */
export interface Destination {
  readonly target: string;
  readonly session?: Session | undefined;
}

export async function handlePost(proxy: ReverseProxy, visit: Visit, destination: Destination): Promise<void> {
  const { request, response } = visit;
  const unacceptable = unacceptableContent(request.rawHeaders);
  if (unacceptable !== undefined)
    return refuse(response, { status: 415, reason: unacceptable, headers: ['Connection', 'close'] });
  const body = await readBody(request, { maxBytes: proxy.limits.maxMessage, timeout: proxy.bodyTimeout });
  if (body.kind === 'cut off') return;
  if (body.kind !== 'read') return refuse(response, TROUBLE[body.kind]);
  const incoming = parseMessage(onOneLine(body.bytes), { sender: 'client', limits: proxy.limits });
  if (incoming === undefined) return refuse(response, { status: 400, reason: 'the message is empty' });
  const differs = disagreement(request.rawHeaders, incoming);
  if (differs !== undefined) return refuseMismatch(visit, incoming, differs);
  await judgeAndForward(proxy, visit, destination, incoming, body.bytes);
}

function refuseMismatch({ response }: Visit, incoming: Incoming, header: string): void {
  const reason = `the header \`${header}\` does not say what the body says`;
  const id = incoming.kind === 'request' ? incoming.id : undefined;
  const body = errorBody({ code: HEADER_MISMATCH, message: reason, data: { reason } }, id);
  response.writeHead(400, [...JSON_HEAD.headers, 'Content-Length', String(body.length)]).end(body);
}

async function judgeAndForward(
  proxy: ReverseProxy,
  visit: Visit,
  { target, session: legacySession }: Destination,
  incoming: Incoming,
  bytes: Uint8Array,
): Promise<void> {
  const { request, response } = visit;
  const headers = request.rawHeaders;
  const stateless = isStateless(headers, incoming);
  const session = legacySession ?? proxy.sessionFor(visit, stateless);
  session.isStateless = stateless;
  // Our own messages go where the client's go, but they say other things.
  session.route = { target, headers: keepHeaders(headers, (name) => !isAboutMessage(name)) };
  const channel = new Channel(response, /text\/event-stream|\*\/\*/.test(request.headers.accept ?? ''));
  const exchange = new Exchange({
    session,
    channel,
    requests: requestsOf(incoming),
    isBatch: incoming.kind === 'batch',
    replayed: false,
    answersElsewhere: legacySession !== undefined,
    limits: proxy.limits,
    strict: proxy.strict,
  });
  if (session.id === undefined && legacySession === undefined)
    exchange.whenOver(() => proxy.release(session));

  let gone = false;
  let abort: (() => void) | undefined;
  channel.whenGone(() => {
    gone = true;
    abort?.();
    // Between the eras a client that hangs up means two things: "stop", and "I will ask again for the answer".
    if (stateless || abort === undefined) session.conversation.forget(exchange.requests);
    exchange.over();
  });
  const outcome = await session.conversation.receive('client', incoming);
  if (gone) return;
  if (outcome.ahead === undefined) return answerOurselves(exchange, incoming, outcome);
  const changed = outcome.unchanged ? undefined : dataOf(outcome.ahead);
  const sent = proxy.forward(exchange, visit, {
    method: 'POST',
    target,
    headers: changed === undefined ? headers : rewrittenHeaders(headers, incoming, changed),
    body: changed ?? bytes,
  });
  abort = () => sent.abort();
}

/** It does not go on: what its sender is told. */
function answerOurselves(exchange: Exchange, incoming: Incoming, { back }: Outcome): void {
  const { channel, session, options } = exchange;
  if (back !== undefined && options.answersElsewhere) {
    session.tellClient(back);
    channel.whole({ status: 202, headers: [] });
  } else if (back !== undefined && channel.hasEvents) {
    exchange.answer(parsed(back));
  } else if (back !== undefined) {
    // Nobody could tell which request a refusal without an id is about; then the status has to say that it failed.
    const status = incoming.kind === 'refused' && incoming.id === undefined ? 400 : 200;
    channel.whole({ ...JSON_HEAD, status }, dataOf(back));
  } else if (incoming.kind === 'refused') {
    const { code, reason } = incoming;
    channel.whole(
      { ...JSON_HEAD, status: 400 },
      errorBody({ code, message: `not an acceptable message: ${reason}`, data: { reason } }),
    );
  } else exchange.answer([]);
  exchange.over();
}

const parsed = (back: readonly Uint8Array[]): Message[] => {
  const message = parseMessage(Buffer.concat(back), { sender: 'server' });
  if (message === undefined || message.kind === 'refused') return [];
  return message.kind === 'batch' ? (message.entries as Message[]) : [message];
};

function rewrittenHeaders(headers: readonly string[], before: Incoming, bytes: Uint8Array): string[] {
  const after = parseMessage(bytes, { sender: 'client' });
  const isMessage = (incoming: Incoming | undefined): incoming is Message =>
    incoming !== undefined && incoming.kind !== 'refused' && incoming.kind !== 'batch';
  return isMessage(before) && isMessage(after) ? agreeingHeaders(headers, before, after) : [...headers];
}

function requestsOf(incoming: Incoming): RequestMessage[] {
  const all = incoming.kind === 'batch' ? incoming.entries : [incoming];
  return all.filter((message): message is RequestMessage => message.kind === 'request');
}

const isAboutMessage = (name: string): boolean =>
  name === 'mcp-method' || name === 'mcp-name' || name.startsWith('mcp-param-') || name === 'last-event-id';
