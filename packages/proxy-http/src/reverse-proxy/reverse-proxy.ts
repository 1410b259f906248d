// The reverse proxy in front of a remote server: finds the session and the target of each request. `post.ts` and
// `get-and-delete.ts` handle the methods.

import {
  type Awaitable,
  createMessageParser,
  type Incoming,
  type MessageDiagnostic,
  type WireSettings,
} from '@claw/jsonrpc-stream';
import { filterHeaders, headerValue, withHeaders } from '../headers/header-list.js';
import { ParamHeaderRegistry } from '../headers/param-headers.js';
import type { ReadEndpoint } from '../response/event-stream-relay.js';
import { toJsonLine } from '../response/message-encoding.js';
import { ResponseRelay } from '../response/response-relay.js';
import { sendHttpError, UNKNOWN_EVENT, UNKNOWN_PATH, UNKNOWN_SESSION } from '../server/http-error.js';
import type { AcceptedRequest } from '../server/request-guard.js';
import { EventStreams, type StreamAccess } from '../server/stream-access.js';
import { type Credentials, Forwarder } from '../upstream/forwarder.js';
import type { AbortableRequest, Upstream, UpstreamRequest, UpstreamResponse } from '../upstream/upstream.js';
import type { Exchange } from './exchange.js';
import { handleGetOrDelete } from './get-and-delete.js';
import { createOwnMessageHandler } from './own-message.js';
import { handlePost } from './post.js';
import type { ConnectCallerInspector, Identity, Session } from './session.js';
import { type SessionLimits, SessionStore } from './session-store.js';

export interface ReverseProxyOptions {
  readonly upstream: Upstream;
  /** Returns true if a path belongs to the proxy; all of its paths are forwarded to the URL of the upstream. */
  readonly ownsPath: (path: string) => boolean;
  /** False if requests with a query string are rejected. */
  readonly acceptsQuery: boolean;
  readonly connect?: ConnectCallerInspector | undefined;
  readonly onDiagnostic?: ((diagnostic: MessageDiagnostic) => void) | undefined;
  readonly credentials: Credentials;
  readonly wire: WireSettings;
  readonly bodyTimeout: number;
  readonly sessions: SessionLimits;
  readonly streamAccess?: StreamAccess | undefined;
  /**
   * Returns the path and query for POST requests in the legacy HTTP+SSE transport; by default, those of the upstream.
   */
  readonly endpointFor?: ((target: string) => string) | undefined;
}

const isSessionHeader = (name: string): boolean =>
  name !== 'mcp-method' && name !== 'mcp-name' && !name.startsWith('mcp-param-') && name !== 'last-event-id';

export class ReverseProxy {
  readonly #options: ReverseProxyOptions;
  readonly #forwarder: Forwarder;
  readonly parseClient: (bytes: Uint8Array) => Incoming | undefined;
  /** Contains the tools from responses to `tools/list`. */
  readonly paramHeaders = new ParamHeaderRegistry();
  readonly parseServer: ReturnType<typeof createMessageParser>;
  readonly #sessions: SessionStore;
  readonly eventStreams: EventStreams;
  /** The endpoint paths of open legacy HTTP+SSE streams. */
  readonly #endpoints = new Map<string, Session>();

  constructor(options: ReverseProxyOptions) {
    this.#options = options;
    this.eventStreams = new EventStreams(options.streamAccess);
    this.#forwarder = new Forwarder(options.upstream, options.credentials);
    const { connect, onDiagnostic, wire } = options;
    this.parseClient = createMessageParser({ sender: 'client', wire });
    this.parseServer = createMessageParser({ sender: 'server', wire });
    const toServer = (session: Session, message: readonly Uint8Array[]) =>
      this.#sendToServer(session, message);
    this.#sessions = new SessionStore({ connect, onDiagnostic, wire, toServer }, options.sessions);
  }

  get wire(): WireSettings {
    return this.#options.wire;
  }

  get bodyTimeout(): number {
    return this.#options.bodyTimeout;
  }

  get upstreamUrl(): URL {
    return this.#options.upstream.url;
  }

  handle(accepted: AcceptedRequest): Awaitable<void> {
    const { request, response, path, query } = accepted;
    const session = request.method === 'POST' ? this.#endpoints.get(accepted.target) : undefined;
    if (session?.route !== undefined && session.caller.identity?.id === accepted.identity?.id) {
      return handlePost(this, accepted, { target: session.route.target, session });
    }
    if (!this.#options.ownsPath(path)) return sendHttpError(response, UNKNOWN_PATH);
    const target = this.#target(query);
    if (target === undefined)
      return sendHttpError(response, { status: 400, reason: 'this endpoint does not accept a query string' });
    const sessionId = headerValue(request.rawHeaders, 'mcp-session-id');
    // The upstream does not know the callers, so the proxy has to protect the session of each caller from other
    // callers.
    if (sessionId !== undefined && this.#isForeign(sessionId, accepted.identity))
      return sendHttpError(response, UNKNOWN_SESSION);
    if (this.#resumesForeignStream(accepted)) return sendHttpError(response, UNKNOWN_EVENT);
    return request.method === 'POST'
      ? handlePost(this, accepted, { target })
      : handleGetOrDelete(this, accepted, target);
  }

  #isForeign(sessionId: string, identity: Identity | undefined): boolean {
    const { sessionIds } = this.#options.credentials;
    return (
      (sessionIds !== undefined && sessionIds.open(sessionId, identity) === undefined) ||
      this.#sessions.belongsToAnotherCaller(identity, sessionId)
    );
  }

  /**
   * Without a session, the event id alone identifies the stream; with one, not every upstream checks that the event
   * id belongs to the session.
   */
  #resumesForeignStream({ request, identity }: AcceptedRequest): boolean {
    const { eventIds } = this.#options.credentials;
    const lastEventId = headerValue(request.rawHeaders, 'last-event-id');
    return (
      eventIds !== undefined &&
      lastEventId !== undefined &&
      eventIds.open(lastEventId, identity) === undefined
    );
  }

  /** Translates event ids of a client into those of the upstream. */
  eventIdsFor({ identity }: AcceptedRequest): ((id: string) => string) | undefined {
    const { eventIds } = this.#options.credentials;
    return eventIds && ((id) => eventIds.seal(id, identity));
  }

  /** Returns the configured target with the query of the request. A configured query cannot be replaced. */
  #target(query: string): string | undefined {
    const { target, url } = this.#options.upstream;
    if (query === '') return target;
    return this.#options.acceptsQuery && url.search === '' ? target + query : undefined;
  }

  sessionFor({ request, identity, address }: AcceptedRequest): Session {
    const sessionId = headerValue(request.rawHeaders, 'mcp-session-id');
    const caller = { identity, address, sessionId };
    if (sessionId === undefined) return this.#sessions.create(caller);
    const session = this.#sessions.findOrCreate(caller, sessionId);
    session.setIdentity(identity);
    return session;
  }

  /** Closes the session of a finished request, unless it has an id from the upstream. */
  release(session: Session): void {
    if (!this.#sessions.has(session)) session.close();
  }

  /** Returns the endpoint for the client in place of an endpoint of the upstream. */
  endpointFor(target: string): string {
    return this.#options.endpointFor?.(target) ?? target;
  }

  openEndpoint(target: string, session: Session): void {
    this.#endpoints.set(target, session);
    session.setSessionId(target);
  }

  closeEndpoint(target: string, session: Session): void {
    if (this.#endpoints.get(target) === session) this.#endpoints.delete(target);
  }

  report(reason: string): void {
    this.#options.onDiagnostic?.({ from: 'server', outcome: 'refused', reason });
  }

  isOwnPath(target: string): boolean {
    return this.#options.ownsPath(target);
  }

  forward(
    exchange: Exchange,
    accepted: AcceptedRequest,
    request: UpstreamRequest,
    readEndpoint?: ReadEndpoint,
  ): AbortableRequest {
    const { session } = exchange;
    let sent: AbortableRequest | undefined;
    const relay = new ResponseRelay({
      exchange,
      onHead: (response) => this.#updateSession(session, accepted, response),
      readEndpoint,
      headOnly: request.method === 'HEAD' || request.method === 'OPTIONS',
      // The request may fail before `send` returns.
      abort: () => sent?.abort(),
    });
    sent = this.#forwarder.send(request, relay, session.caller.identity);
    return sent;
  }

  close(): void {
    this.#sessions.close();
  }

  /** Updates the session from the response headers. */
  #updateSession(
    session: Session,
    { request }: AcceptedRequest,
    { status, headers }: UpstreamResponse,
  ): void {
    const named = headerValue(headers, 'mcp-session-id');
    if (session.id === undefined && named !== undefined && !session.isStateless && status < 300) {
      this.#sessions.assignId(session, named);
    }
    const hasEnded = status === 404 || (request.method === 'DELETE' && status < 300);
    if (hasEnded && session.id !== undefined) this.#sessions.end(session.caller, session.id);
  }

  /** Sends a message from the proxy in the same way as messages from the client. */
  #sendToServer(session: Session, message: readonly Uint8Array[]): void {
    const { route, id } = session;
    if (route === undefined || session.isStateless) {
      this.report(
        'a response to the server was dropped: the stateless protocol has no requests from the server',
      );
      return;
    }
    // Headers that describe the message of the client do not apply to this message.
    const headers = withHeaders(filterHeaders(route.headers, isSessionHeader), {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(id !== undefined && { 'Mcp-Session-Id': id }),
    });
    const request = { method: 'POST', target: route.target, headers, body: toJsonLine(message) };
    const queued = session.ownMessages.add((onDone) => {
      const sent = this.#forwarder.send(
        request,
        createOwnMessageHandler({
          session,
          wire: this.wire,
          abort: () => sent.abort(),
          report: (reason) => this.report(reason),
          onDone,
        }),
        session.caller.identity,
      );
    });
    if (!queued) this.report('a response to the server was dropped: too many earlier ones are still queued');
  }
}
