// A remote server behind our own endpoint. Knows which request belongs to which session and where it goes; how a POST
// and a stream are treated is in files of their own.

import {
  type Awaitable,
  createMessageParser,
  type Incident,
  type Incoming,
  type Limits,
} from '@claw/jsonrpc-stream';
import { AnswerRelay } from './answer.js';
import type { ReadEndpoint } from './answer-events.js';
import type { Exchange } from './exchange.js';
import { type Credentials, Forwarder } from './forward.js';
import { dataOf } from './frames.js';
import { refuse, type Visit } from './front-door.js';
import { firstOf, keepHeaders, withHeaders } from './headers.js';
import { type ListenerGate, Listeners } from './listeners.js';
import { readOwnAnswer } from './own-answer.js';
import { ParamHeaders } from './param-headers.js';
import { handlePost } from './post.js';
import type { ConnectCaller, Session } from './session.js';
import { type SessionLimits, Sessions } from './sessions.js';
import { handleOther } from './stream.js';
import type { Sent, Upstream, UpstreamAnswer, UpstreamRequest } from './upstream.js';
import { readingRules, type WireInForce } from './wire-in-force.js';

export interface ReverseProxyOptions {
  readonly upstream: Upstream;
  /** Our paths, all of them for the one URL of the upstream. */
  readonly paths: readonly string[];
  readonly connect?: ConnectCaller | undefined;
  readonly onIncident?: ((incident: Incident) => void) | undefined;
  readonly credentials: Credentials;
  readonly wire: WireInForce;
  readonly bodyTimeout: number;
  readonly sessions: SessionLimits;
  readonly listeners?: ListenerGate | undefined;
}

const isAboutConversation = (name: string): boolean =>
  name !== 'mcp-method' && name !== 'mcp-name' && !name.startsWith('mcp-param-') && name !== 'last-event-id';

export class ReverseProxy {
  readonly #options: ReverseProxyOptions;
  readonly #forwarder: Forwarder;
  readonly parseClient: (bytes: Uint8Array) => Incoming | undefined;
  /** Learnt from the lists of tools that pass. */
  readonly params = new ParamHeaders();
  readonly parseServer: ReturnType<typeof createMessageParser>;
  readonly #sessions: Sessions;
  readonly listeners: Listeners;
  /** Where clients of the oldest transport post to, while their streams are open. */
  readonly #endpoints = new Map<string, Session>();

  constructor(options: ReverseProxyOptions) {
    this.#options = options;
    this.listeners = new Listeners(options.listeners);
    this.#forwarder = new Forwarder(options.upstream, options.credentials);
    const { connect, onIncident, wire } = options;
    this.parseClient = createMessageParser(readingRules('client', wire));
    this.parseServer = createMessageParser(readingRules('server', wire));
    const toServer = (session: Session, message: readonly Uint8Array[]) => this.#tellServer(session, message);
    this.#sessions = new Sessions({ connect, onIncident, wire, toServer }, options.sessions);
  }

  get limits(): Limits {
    return this.#options.wire.limits;
  }

  get wire(): WireInForce {
    return this.#options.wire;
  }

  get bodyTimeout(): number {
    return this.#options.bodyTimeout;
  }

  get upstreamUrl(): URL {
    return this.#options.upstream.url;
  }

  handle(visit: Visit): Awaitable<void> {
    const { request, response, path, query } = visit;
    const session = request.method === 'POST' ? this.#endpoints.get(visit.target) : undefined;
    if (session !== undefined && session.caller.identity?.id === visit.identity?.id) {
      return handlePost(this, visit, { target: visit.target, session });
    }
    if (!this.#options.paths.includes(path))
      return refuse(response, { status: 404, reason: 'there is nothing here' });
    const target = this.#target(query);
    if (target === undefined)
      return refuse(response, { status: 400, reason: 'this endpoint takes no query' });
    const sessionId = firstOf(request.rawHeaders, 'mcp-session-id');
    // The upstream knows us, not our callers: that nobody uses the session of somebody else is for us to see to.
    if (sessionId !== undefined && this.#sessions.isOfAnother(visit.identity, sessionId))
      return refuse(response, { status: 404, reason: 'this session is over or never was' });
    return request.method === 'POST' ? handlePost(this, visit, { target }) : handleOther(this, visit, target);
  }

  /** The path is always the configured one; so is the query, where there is one. */
  #target(query: string): string | undefined {
    const { target, url } = this.#options.upstream;
    if (query === '') return target;
    return url.search === '' ? target + query : undefined;
  }

  sessionFor({ request, identity, address }: Visit): Session {
    const sessionId = firstOf(request.rawHeaders, 'mcp-session-id');
    const caller = { identity, address, sessionId };
    return sessionId === undefined ? this.#sessions.create(caller) : this.#sessions.find(caller, sessionId);
  }

  /** A request without a session is over. If it began one, that goes on. */
  release(session: Session): void {
    if (!this.#sessions.knows(session)) session.close();
  }

  openEndpoint(target: string, session: Session): void {
    this.#endpoints.set(target, session);
    session.knownAs(target);
  }

  closeEndpoint(target: string, session: Session): void {
    if (this.#endpoints.get(target) === session) this.#endpoints.delete(target);
  }

  report(reason: string): void {
    this.#options.onIncident?.({ from: 'server', outcome: 'refused', reason });
  }

  isOwnPath(target: string): boolean {
    return this.#options.paths.includes(target);
  }

  forward(exchange: Exchange, visit: Visit, request: UpstreamRequest, readEndpoint?: ReadEndpoint): Sent {
    const { session } = exchange;
    let sent: Sent | undefined;
    const relay = new AnswerRelay({
      exchange,
      onHead: (answer) => this.#learn(session, visit, answer),
      readEndpoint,
      headOnly: request.method === 'HEAD' || request.method === 'OPTIONS',
      // It may fail before there is anything to end.
      abort: () => sent?.abort(),
    });
    sent = this.#forwarder.send(request, relay);
    return sent;
  }

  close(): void {
    this.#sessions.close();
  }

  /** What the head of an answer says about the session. */
  #learn(session: Session, { request }: Visit, { status, headers }: UpstreamAnswer): void {
    const named = firstOf(headers, 'mcp-session-id');
    if (session.id === undefined && named !== undefined && !session.isStateless && status < 300) {
      this.#sessions.name(session, named);
    }
    const isOver = status === 404 || (request.method === 'DELETE' && status < 300);
    if (isOver && session.id !== undefined) this.#sessions.end(session.caller, session.id);
  }

  /** A message of our own, sent the way of the client's. */
  #tellServer(session: Session, message: readonly Uint8Array[]): void {
    const { route, id } = session;
    if (route === undefined || session.isStateless) {
      this.report('an answer for the server cannot be sent: its revision has no way for it');
      return;
    }
    // They go where the client's go, and say other things.
    const headers = withHeaders(keepHeaders(route.headers, isAboutConversation), {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(id !== undefined && { 'Mcp-Session-Id': id }),
    });
    const request = { method: 'POST', target: route.target, headers, body: dataOf(message) };
    const taken = session.ownMessages.take((over) => {
      const sent = this.#forwarder.send(
        request,
        readOwnAnswer({
          session,
          wire: this.wire,
          abort: () => sent.abort(),
          report: (reason) => this.report(reason),
          over,
        }),
      );
    });
    if (!taken) this.report('an answer for the server was dropped: it does not take those before it');
  }
}
