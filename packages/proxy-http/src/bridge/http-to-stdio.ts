// Connects HTTP clients to stdio servers. This file finds the server for each request; `stdio-session-pool.ts` starts
// and stops servers.

import { randomUUID } from 'node:crypto';
import {
  type Batch,
  createMessageParser,
  ErrorCode,
  type Message,
  type MessageDiagnostic,
  type RequestMessage,
  type WireSettings,
} from '@claw/jsonrpc-stream';
import { headerValue } from '../headers/header-list.js';
import { isStateless, isSubscription } from '../headers/mcp-headers.js';
import { ignoreErrors } from '../ignore-errors.js';
import { encodeError, JSON_HEAD } from '../response/message-encoding.js';
import { acceptsEventStream, ClientResponse } from '../server/client-response.js';
import { sendHttpError, UNKNOWN_PATH, UNKNOWN_SESSION } from '../server/http-error.js';
import { type ListeningServer, type ListenOptions, listen } from '../server/listen.js';
import { type ReadMessageOptions, readMessage, sendInvalidMessage } from '../server/read-message.js';
import type { AcceptedRequest } from '../server/request-guard.js';
import { EventStreams, type StreamAccess } from '../server/stream-access.js';
import { PendingPost } from './pending-post.js';
import type { StartServer, StdioSession } from './stdio-session.js';
import { StdioSessionPool } from './stdio-session-pool.js';

export interface HttpToStdioBridgeOptions {
  /** Starts a server that uses the streams of one client. */
  readonly startServer: StartServer;
  readonly listen?: ListenOptions;
  readonly onDiagnostic?: (diagnostic: MessageDiagnostic) => void;
  readonly wire?: WireSettings;
  /** The time limit for receiving a request body, in milliseconds; 30,000 by default. */
  readonly bodyTimeout?: number;
  /** Decides which clients may open an event stream. Without it, every accepted client may open one. */
  readonly streamAccess?: StreamAccess;
  /**
   * The maximum number of servers, and the time in milliseconds after which an idle server is stopped; 64 and 30
   * minutes by default.
   */
  readonly sessions?: { readonly maxServers?: number; readonly idleTimeout?: number };
}

const PATH = '/mcp';
const SSE_PATH = '/sse';
const SSE_POST_PATH = '/messages';

const TOO_MANY_SERVERS = 'the maximum number of servers is running; try again later';

/** Starts an HTTP endpoint in front of stdio servers. */
export async function startHttpToStdioBridge(options: HttpToStdioBridgeOptions): Promise<ListeningServer> {
  const front = new HttpToStdioBridge(options);
  const listening = await listen(options.listen ?? {}, (accepted) => front.handle(accepted));
  return {
    ...listening,
    async close(timeout) {
      await listening.close(timeout);
      await front.stop();
    },
  };
}

class HttpToStdioBridge {
  readonly #readOptions: ReadMessageOptions;
  readonly #sessions: StdioSessionPool;
  readonly #eventStreams: EventStreams;

  constructor(options: HttpToStdioBridgeOptions) {
    const { wire = {} } = options;
    const parseClient = createMessageParser({ sender: 'client', wire });
    this.#readOptions = { wire, bodyTimeout: options.bodyTimeout ?? 30_000, parseClient };
    const { startServer, onDiagnostic, sessions = {}, streamAccess } = options;
    this.#eventStreams = new EventStreams(streamAccess);
    const report = (reason: string) =>
      ignoreErrors(onDiagnostic)({ from: 'server', outcome: 'dropped', reason });
    this.#sessions = new StdioSessionPool({ startServer, wire, report, ...sessions });
  }

  async handle(accepted: AcceptedRequest): Promise<void> {
    const { path, query, request, response } = accepted;
    const sessionId = headerValue(request.rawHeaders, 'mcp-session-id');
    if (path === SSE_PATH && request.method === 'GET') this.#openLegacySse(accepted);
    else if (path === SSE_POST_PATH && request.method === 'POST') await this.#postLegacySse(accepted, query);
    else if (path !== PATH) sendHttpError(response, UNKNOWN_PATH);
    else if (request.method === 'POST') await this.#post(accepted, sessionId);
    else if (request.method === 'GET') this.#openStream(accepted, sessionId);
    else if (request.method === 'DELETE') this.#delete(accepted, sessionId);
    else
      sendHttpError(response, {
        status: 405,
        reason: 'the HTTP method is not supported by MCP; use POST, GET or DELETE',
        headers: ['Allow', 'POST, GET, DELETE'],
      });
  }

  stop(): Promise<void> {
    return this.#sessions.stop();
  }

  async #post(accepted: AcceptedRequest, sessionId: string | undefined): Promise<void> {
    const read = await readMessage(accepted, this.#readOptions);
    if (read === undefined) return;
    const { incoming } = read;
    const { request, response, address } = accepted;
    const clientResponse = new ClientResponse(response, acceptsEventStream(request));
    if (incoming.kind === 'refused') return sendInvalidMessage(clientResponse, incoming);
    const stateless = isStateless(incoming);
    const requests = requestsOf(incoming);
    const post = new PendingPost({
      response: clientResponse,
      requests,
      isBatch: incoming.kind === 'batch',
      stateless,
      address,
    });
    if (isSubscription(incoming)) this.#eventStreams.add(accepted, clientResponse);
    if (stateless) return this.#dispatch(this.#sessions.acquireShared(accepted, post), post, incoming);
    if (sessionId === undefined && incoming.kind === 'request' && incoming.method === 'initialize') {
      const id = randomUUID();
      response.setHeader('Mcp-Session-Id', id);
      return this.#dispatch(this.#sessions.create(accepted, id), post, incoming);
    }
    const session = this.#findSession(accepted, sessionId);
    if (session !== undefined) this.#dispatch(session, post, incoming);
  }

  #dispatch(session: StdioSession | undefined, post: PendingPost, incoming: Message | Batch): void {
    if (session === undefined) this.#sendTooManyServers(post);
    else if (post.requests.length === 0) {
      session.send(incoming, post.address);
      post.response.send({ status: 202, headers: [] });
    } else if (session.canAccept(post)) session.sendRequests(post, incoming);
    else post.response.send(JSON_HEAD, duplicateIdError(post));
  }

  #sendTooManyServers(post: PendingPost): void {
    const reason = TOO_MANY_SERVERS;
    const error = { code: ErrorCode.serverUnavailable, message: `No response: ${reason}`, data: { reason } };
    post.response.send({ ...JSON_HEAD, status: 503 }, encodeError(error, post.requests[0]?.id));
  }

  #openStream(accepted: AcceptedRequest, sessionId: string | undefined): void {
    const { request, response } = accepted;
    const accepts = acceptsEventStream(request);
    const noStream = {
      status: 405,
      reason: 'an event stream needs a session; send `initialize` first',
      headers: ['Allow', 'POST'],
    };
    const noOther = {
      status: 406,
      reason: 'GET returns an event stream only; send `Accept: text/event-stream`',
    };
    if (!accepts || sessionId === undefined) sendHttpError(response, accepts ? noStream : noOther);
    else {
      const session = this.#findSession(accepted, sessionId);
      if (session === undefined || this.#isDenied(accepted)) return;
      const clientResponse = new ClientResponse(response, true);
      this.#eventStreams.add(accepted, clientResponse);
      clientResponse.startEventStream();
      session.addStream(clientResponse);
    }
  }

  #delete(accepted: AcceptedRequest, sessionId: string | undefined): void {
    const session = this.#findSession(accepted, sessionId);
    if (session === undefined || sessionId === undefined) return;
    this.#sessions.end(sessionId);
    new ClientResponse(accepted.response, false).send({ status: 200, headers: [] });
  }

  #openLegacySse(accepted: AcceptedRequest): void {
    if (this.#isDenied(accepted)) return;
    const id = randomUUID();
    const session = this.#sessions.create(accepted, id);
    if (session === undefined) {
      sendHttpError(accepted.response, {
        status: 503,
        reason: TOO_MANY_SERVERS,
      });
      return;
    }
    const clientResponse = new ClientResponse(accepted.response, true);
    this.#eventStreams.add(accepted, clientResponse);
    clientResponse.startEventStream();
    clientResponse.write([Buffer.from(`event: endpoint\ndata: ${SSE_POST_PATH}?sessionId=${id}\n\n`)]);
    session.addStream(clientResponse);
    clientResponse.onDisconnect(() => this.#sessions.end(id));
  }

  #isDenied(accepted: AcceptedRequest): boolean {
    const refused = this.#eventStreams.check(accepted);
    if (refused !== undefined) sendHttpError(accepted.response, refused);
    return refused !== undefined;
  }

  async #postLegacySse(accepted: AcceptedRequest, query: string): Promise<void> {
    const session = this.#findSession(accepted, new URLSearchParams(query).get('sessionId') ?? undefined);
    if (session === undefined) return;
    const read = await readMessage(accepted, this.#readOptions);
    if (read === undefined) return;
    const clientResponse = new ClientResponse(accepted.response, false);
    if (read.incoming.kind === 'refused') return sendInvalidMessage(clientResponse, read.incoming);
    session.send(read.incoming, accepted.address);
    clientResponse.send({ status: 202, headers: [] });
  }

  /** Returns the session of the caller with this id. If there is none, sends the error. */
  #findSession({ response, identity }: AcceptedRequest, id: string | undefined): StdioSession | undefined {
    const session = id === undefined ? undefined : this.#sessions.find(id, identity);
    if (session !== undefined) return session;
    sendHttpError(
      response,
      id === undefined
        ? {
            status: 400,
            reason: 'the `Mcp-Session-Id` header is missing; send `initialize` to start a session',
          }
        : UNKNOWN_SESSION,
    );
    return undefined;
  }
}

const duplicateIdError = (post: PendingPost): Uint8Array => {
  const reason = 'another request with the same id is still in progress';
  return encodeError(
    { code: ErrorCode.invalidRequest, message: reason, data: { reason } },
    post.requests[0]?.id,
  );
};

function requestsOf(incoming: Message | Batch): RequestMessage[] {
  const all = incoming.kind === 'batch' ? incoming.entries : [incoming];
  return all.filter((message): message is RequestMessage => message.kind === 'request');
}
