// A POST to a remote server: have its message judged, send it on, and bring the answer back.

import {
  type Awaitable,
  type Incoming,
  isPromise,
  type Message,
  type Outcome,
  parseMessage,
  type RequestMessage,
} from '@claw/jsonrpc-stream';
import { agreeingHeaders, isListening, isStateless } from './agreement.js';
import { Channel } from './channel.js';
import { Exchange } from './exchange.js';
import { dataOf, JSON_HEAD, jsonHeadOf } from './frames.js';
import type { Visit } from './front-door.js';
import { firstOf, withHeaders } from './headers.js';
import { answerRefusal, type ReadMessage, readMessage } from './read-message.js';
import type { ReverseProxy } from './reverse-proxy.js';
import type { Session } from './session.js';
import { endOfTurn } from './turn.js';

/** `session` and `target` are given for the oldest transport, where the address says whose message it is. */
export interface Destination {
  readonly target: string;
  readonly session?: Session | undefined;
}

export async function handlePost(proxy: ReverseProxy, visit: Visit, destination: Destination): Promise<void> {
  const read = await readMessage(visit, proxy);
  const judged = read && judgeAndForward(proxy, visit, destination, read);
  if (judged !== undefined) await judged;
}

/** Waits only where the verdict has to be waited for. */
function judgeAndForward(
  proxy: ReverseProxy,
  visit: Visit,
  { target, session: legacySession }: Destination,
  { incoming, bytes }: ReadMessage,
): Awaitable<void> {
  const { request, response } = visit;
  const headers = request.rawHeaders;
  const stateless = isStateless(incoming);
  const session = legacySession ?? proxy.sessionFor(visit);
  session.isStateless = stateless && session.id === undefined;
  session.route = { target, headers };
  const channel = new Channel(response, /text\/event-stream|\*\/\*/.test(request.headers.accept ?? ''));
  const exchange = new Exchange({
    session,
    channel,
    requests: requestsOf(incoming),
    isBatch: incoming.kind === 'batch',
    replayed: false,
    answersElsewhere: legacySession !== undefined,
    wire: proxy.wire,
    parseServer: proxy.parseServer,
    onMessage: listsTools(incoming) ? (answer) => learnTools(proxy, answer) : undefined,
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
  const act = (outcome: Outcome): void => {
    if (gone) return;
    if (outcome.ahead === undefined) {
      answerOurselves(exchange, incoming, outcome);
      return;
    }
    if (isListening(incoming)) proxy.listeners.add(visit, channel);
    const changed = outcome.unchanged ? undefined : dataOf(outcome.ahead);
    const sent = proxy.forward(exchange, visit, {
      method: 'POST',
      target,
      headers: changed === undefined ? headers : rewrittenHeaders(proxy, headers, incoming, changed),
      body: changed ?? bytes,
    });
    abort = () => sent.abort();
  };
  session.comesFrom(visit.address);
  const outcome = session.conversation.receive('client', incoming, { after: endOfTurn });
  return isPromise(outcome) ? outcome.then(act) : act(outcome);
}

/** It does not go on: what its sender is told. */
function answerOurselves(exchange: Exchange, incoming: Incoming, { back }: Outcome): void {
  const { channel, session, options } = exchange;
  if (back !== undefined && options.answersElsewhere) {
    session.tellClient(back);
    channel.whole({ status: 202, headers: [] });
  } else if (back !== undefined && channel.hasEvents) {
    exchange.answer(parsed(back));
  } else if (incoming.kind === 'refused') answerRefusal(channel, incoming, back);
  else if (back !== undefined)
    channel.whole(incoming.kind === 'request' ? jsonHeadOf(parsed(back)[0]) : JSON_HEAD, dataOf(back));
  else exchange.answer([]);
  exchange.over();
}

const parsed = (back: readonly Uint8Array[]): Message[] => {
  const message = parseMessage(Buffer.concat(back), { sender: 'server' });
  if (message === undefined || message.kind === 'refused') return [];
  return message.kind === 'batch' ? (message.entries as Message[]) : [message];
};

function rewrittenHeaders(
  { params }: ReverseProxy,
  headers: readonly string[],
  before: Incoming,
  bytes: Uint8Array,
): string[] {
  const after = parseMessage(bytes, { sender: 'client' });
  const isMessage = (incoming: Incoming | undefined): incoming is Message =>
    incoming !== undefined && incoming.kind !== 'refused' && incoming.kind !== 'batch';
  if (!isMessage(before) || !isMessage(after)) return [...headers];
  const agreeing = agreeingHeaders(headers, before, after);
  const known = Object.entries(params.fieldsFor(after)).filter(
    ([name]) => firstOf(headers, name.toLowerCase()) !== undefined,
  );
  return withHeaders(agreeing, Object.fromEntries(known));
}

const listsTools = (incoming: Incoming): boolean =>
  incoming.kind === 'request' && incoming.method === 'tools/list';

const learnTools = (proxy: ReverseProxy, answer: Incoming): void => {
  if (answer.kind === 'response' && !answer.failed) proxy.params.learn(answer);
};

function requestsOf(incoming: Incoming): RequestMessage[] {
  if (incoming.kind === 'request') return [incoming];
  if (incoming.kind !== 'batch') return [];
  return incoming.entries.filter((message): message is RequestMessage => message.kind === 'request');
}
