// Handles a POST: inspects its message, forwards it to the upstream and relays the response.

import {
  type Awaitable,
  type Incoming,
  isPromise,
  type Message,
  type Outcome,
  parseMessage,
  type RequestMessage,
} from '@claw/jsonrpc-stream';
import { headerValue, withHeaders } from '../headers/header-list.js';
import { isStateless, isSubscription, updateMcpHeaders } from '../headers/mcp-headers.js';
import { JSON_HEAD, jsonHeadFor, toJsonLine } from '../response/message-encoding.js';
import { acceptsEventStream, ClientResponse } from '../server/client-response.js';
import { type ReadMessage, readMessage, sendInvalidMessage } from '../server/read-message.js';
import type { AcceptedRequest } from '../server/request-guard.js';
import { afterPendingIo } from './after-pending-io.js';
import { Exchange } from './exchange.js';
import type { ReverseProxy } from './reverse-proxy.js';
import type { Session } from './session.js';

/** `session` is set for the legacy HTTP+SSE transport, in which the path identifies the session. */
export interface PostTarget {
  readonly target: string;
  readonly session?: Session | undefined;
}

export async function handlePost(
  proxy: ReverseProxy,
  accepted: AcceptedRequest,
  destination: PostTarget,
): Promise<void> {
  const read = await readMessage(accepted, proxy);
  if (read !== undefined) await inspectAndForward(proxy, accepted, destination, read);
}

/**
 * Inspects the message immediately. Its log entry is committed and the action applied after the pending I/O, or after
 * the promise of the inspector.
 */
function inspectAndForward(
  proxy: ReverseProxy,
  accepted: AcceptedRequest,
  { target, session: legacySession }: PostTarget,
  { incoming, bytes }: ReadMessage,
): Awaitable<void> {
  const { request, response } = accepted;
  const headers = request.rawHeaders;
  const stateless = isStateless(incoming);
  const session = legacySession ?? proxy.sessionFor(accepted);
  legacySession?.setIdentity(accepted.identity);
  session.isStateless = stateless && session.id === undefined;
  session.route = { target, headers };
  const clientResponse = new ClientResponse(response, acceptsEventStream(request));
  const exchange = new Exchange({
    session,
    response: clientResponse,
    requests: requestsOf(incoming),
    isBatch: incoming.kind === 'batch',
    replayed: false,
    respondsOnStream: legacySession !== undefined,
    wire: proxy.wire,
    parseServer: proxy.parseServer,
    sealEventId: proxy.eventIdsFor(accepted),
    onMessage: isToolsList(incoming) ? (response) => registerTools(proxy, response) : undefined,
  });
  if (session.id === undefined && legacySession === undefined) exchange.onEnd(() => proxy.release(session));

  let disconnected = false;
  let abort: (() => void) | undefined;
  clientResponse.onDisconnect(() => {
    disconnected = true;
    abort?.();
    // In the stateless protocol, a disconnection cancels the request. With a session, the client may resume the
    // response later.
    if (stateless || abort === undefined) session.conversation.forget(exchange.requests);
    exchange.end();
  });
  const act = (outcome: Outcome): void => {
    if (disconnected) return;
    if (outcome.toReceiver === undefined) {
      respondLocally(exchange, incoming, outcome);
      return;
    }
    if (isSubscription(incoming))
      proxy.eventStreams.add(accepted, clientResponse, () => session.conversation.openRequests <= 1);
    const changed = outcome.unchanged ? undefined : toJsonLine(outcome.toReceiver);
    const sent = proxy.forward(exchange, accepted, {
      method: 'POST',
      target,
      headers: changed === undefined ? headers : rewrittenHeaders(proxy, headers, incoming, changed),
      body: changed ?? bytes,
    });
    abort = () => sent.abort();
  };
  session.setAddress(accepted.address);
  const outcome = session.conversation.receive('client', incoming, { after: afterPendingIo });
  return isPromise(outcome) ? outcome.then(act) : act(outcome);
}

/** Responds to a message that is not forwarded. */
function respondLocally(exchange: Exchange, incoming: Incoming, { toSender }: Outcome): void {
  const { response, session, options } = exchange;
  if (toSender !== undefined && options.respondsOnStream) {
    session.sendToClient(toSender);
    response.send({ status: 202, headers: [] });
  } else if (toSender !== undefined && response.isEventStream) {
    exchange.respond(parseMessages(toSender));
  } else if (incoming.kind === 'refused') sendInvalidMessage(response, incoming, toSender);
  else if (toSender !== undefined)
    response.send(
      incoming.kind === 'request' ? jsonHeadFor(parseMessages(toSender)[0]) : JSON_HEAD,
      toJsonLine(toSender),
    );
  else exchange.respond([]);
  exchange.end();
}

const parseMessages = (back: readonly Uint8Array[]): Message[] => {
  const message = parseMessage(Buffer.concat(back), { sender: 'server' });
  if (message === undefined || message.kind === 'refused') return [];
  return message.kind === 'batch' ? (message.entries as Message[]) : [message];
};

function rewrittenHeaders(
  { paramHeaders }: ReverseProxy,
  headers: readonly string[],
  before: Incoming,
  bytes: Uint8Array,
): string[] {
  const after = parseMessage(bytes, { sender: 'client' });
  const isMessage = (incoming: Incoming | undefined): incoming is Message =>
    incoming !== undefined && incoming.kind !== 'refused' && incoming.kind !== 'batch';
  if (!isMessage(before) || !isMessage(after)) return [...headers];
  const agreeing = updateMcpHeaders(headers, before, after);
  const known = Object.entries(paramHeaders.headersFor(after)).filter(
    ([name]) => headerValue(headers, name.toLowerCase()) !== undefined,
  );
  return withHeaders(agreeing, Object.fromEntries(known));
}

const isToolsList = (incoming: Incoming): boolean =>
  incoming.kind === 'request' && incoming.method === 'tools/list';

const registerTools = (proxy: ReverseProxy, response: Incoming): void => {
  if (response.kind === 'response' && !response.failed) proxy.paramHeaders.registerTools(response);
};

function requestsOf(incoming: Incoming): RequestMessage[] {
  if (incoming.kind === 'request') return [incoming];
  if (incoming.kind !== 'batch') return [];
  return incoming.entries.filter((message): message is RequestMessage => message.kind === 'request');
}
