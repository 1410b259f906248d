// Sends requests to the upstream with the right headers and credentials.

import {
  createNameFilter,
  headerValue,
  keepHeaders,
  type NameFilter,
  withHeaders,
} from '../headers/header-list.js';
import type { Identity } from '../reverse-proxy/session.js';
import { createPrepare } from './prepare-request.js';
import type { AbortableRequest, Upstream, UpstreamRequest, UpstreamResponseHandler } from './upstream.js';
import {
  hasAuthorization,
  sendWithStaticCredentials,
  sendWithToken,
  type UpstreamToken,
} from './upstream-token.js';

export interface Credentials {
  /** Headers that are sent with every request; they replace headers of the client with the same name. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called for requests that have no `Authorization` header from the client or from `headers`. */
  readonly upstreamToken?: UpstreamToken | undefined;
  /** False if the `Authorization` header of the client is for this proxy and must not be forwarded. */
  readonly keepAuthorization: boolean;
  /** Returns the `Authorization` header for the requests of a client. */
  readonly authorizationFor?: ((identity: Identity | undefined) => string | undefined) | undefined;
  readonly sessionIds?: SessionIds | undefined;
  /** Like `sessionIds`, for the event ids with which a client resumes a stream. */
  readonly eventIds?: SessionIds | undefined;
  /** Returns true for headers of a client or of the upstream that are not forwarded. Names are in lower case. */
  readonly isHidden?: HeaderFilter | undefined;
}

/** Selects headers by their name and their sender. */
export type HeaderFilter = (name: string, sender: 'client' | 'upstream') => boolean;

/** Replaces the session ids of the upstream, so that an id is valid only for the client that received it. */
export interface SessionIds {
  seal(id: string, identity: Identity | undefined): string;
  /** Returns the id of the upstream, or undefined for an id that this client did not receive. */
  open(sealed: string, identity: Identity | undefined): string | undefined;
}

/** Headers that authenticate a client to this proxy. */
const CREDENTIALS = ['authorization', 'x-api-key'];

/**
 * Headers that the proxy sets for its own connection. The response must not be encoded, so that it can be inspected.
 */
const CONNECTION_FIELDS = ['host', 'content-length', 'expect', 'accept-encoding'];

export class Forwarder {
  readonly #upstream: Upstream;
  readonly #upstreamToken: UpstreamToken | undefined;
  readonly #authorizationFor: Credentials['authorizationFor'];
  readonly #sessionIds: SessionIds | undefined;
  readonly #eventIds: SessionIds | undefined;
  /** True for headers of the upstream that the client gets. */
  readonly #isShown: NameFilter | undefined;
  readonly #prepare: (request: UpstreamRequest) => UpstreamRequest;
  readonly #preparePreflight: (request: UpstreamRequest) => UpstreamRequest;

  constructor(upstream: Upstream, credentials: Credentials) {
    const { headers = {}, keepAuthorization, isHidden } = credentials;
    this.#upstream = upstream;
    this.#upstreamToken = credentials.upstreamToken;
    this.#authorizationFor = credentials.authorizationFor;
    this.#sessionIds = credentials.sessionIds;
    this.#eventIds = credentials.eventIds;
    this.#isShown = isHidden && createNameFilter((name) => !isHidden(name, 'upstream'));
    const isHiddenInRequest = isHidden && ((name: string) => isHidden(name, 'client'));
    const dropped = [...CONNECTION_FIELDS, ...(keepAuthorization ? [] : CREDENTIALS)];
    this.#prepare = createPrepare(headers, dropped, isHiddenInRequest);
    this.#preparePreflight = createPrepare({}, dropped, isHiddenInRequest);
  }

  /** `request.headers` are the headers of the client. */
  send(
    request: UpstreamRequest,
    clientHandler: UpstreamResponseHandler,
    identity?: Identity,
  ): AbortableRequest {
    // Preflight requests contain no credentials.
    const isPreflight = request.method === 'OPTIONS';
    const ready = isPreflight
      ? this.#preparePreflight(request)
      : this.#personal(this.#prepare(request), identity);
    const handler = this.#withOwnHeaders(clientHandler, identity);
    const upstreamToken = this.#upstreamToken;
    const hasOwn = this.#authorizationFor !== undefined && hasAuthorization(ready);
    if ((upstreamToken === undefined && !hasOwn) || isPreflight) return this.#upstream.send(ready, handler);
    const send = this.#upstream.send.bind(this.#upstream);
    // Configured or forwarded credentials take precedence.
    return upstreamToken === undefined || hasAuthorization(ready)
      ? sendWithStaticCredentials(send, ready, handler)
      : sendWithToken(send, ready, handler, upstreamToken);
  }

  /** Adds the headers that depend on the client. */
  #personal(request: UpstreamRequest, identity: Identity | undefined): UpstreamRequest {
    const authorization = this.#authorizationFor?.(identity);
    const sealed = this.#sessionIds && headerValue(request.headers, SESSION_ID);
    const event = this.#eventIds && headerValue(request.headers, LAST_EVENT_ID);
    if (authorization === undefined && sealed === undefined && event === undefined) return request;
    const headers = withHeaders(request.headers, {
      ...(authorization !== undefined && { Authorization: authorization }),
      // INVARIANT: ids that cannot be opened were rejected before.
      ...(sealed !== undefined && { 'Mcp-Session-Id': this.#sessionIds?.open(sealed, identity) ?? '' }),
      ...(event !== undefined && { 'Last-Event-ID': this.#eventIds?.open(event, identity) ?? '' }),
    });
    return { ...request, headers };
  }

  /** Returns a handler that receives the response with the sealed session id and without hidden headers. */
  #withOwnHeaders(handler: UpstreamResponseHandler, identity: Identity | undefined): UpstreamResponseHandler {
    const [sessionIds, isShown] = [this.#sessionIds, this.#isShown];
    if (sessionIds === undefined && isShown === undefined) return handler;
    return {
      onStart(response) {
        const shown = isShown ? keepHeaders(response.headers, isShown) : response.headers;
        const id = sessionIds && headerValue(shown, SESSION_ID);
        const headers =
          sessionIds === undefined || id === undefined
            ? shown
            : withHeaders(shown, { 'Mcp-Session-Id': sessionIds.seal(id, identity) });
        handler.onStart({ ...response, headers });
      },
      onData: (chunk) => handler.onData(chunk),
      onEnd: () => handler.onEnd(),
      onFailure: (reason) => handler.onFailure(reason),
    };
  }
}

const SESSION_ID = 'mcp-session-id';
const LAST_EVENT_ID = 'last-event-id';
