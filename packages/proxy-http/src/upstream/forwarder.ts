// Sends requests to the upstream: decides which headers and credentials they carry.

import {
  endToEndHeaders,
  type HeaderList,
  headerValue,
  withHeaders,
  withHopByHop,
} from '../headers/header-list.js';
import type { Identity } from '../reverse-proxy/session.js';
import type { ResponseHandler, SentRequest, Upstream, UpstreamRequest } from './upstream.js';
import {
  hasAuthorization,
  sendWithStaticCredentials,
  sendWithToken,
  type UpstreamToken,
} from './upstream-token.js';

export interface Credentials {
  /** Sent with every request; they replace the client's headers of the same name. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called for requests that have no `Authorization` from the client or from `headers`. */
  readonly upstreamToken?: UpstreamToken | undefined;
  /** False when the client's `Authorization` is for this proxy and must not be forwarded. */
  readonly keepAuthorization: boolean;
  /** The `Authorization` header for the requests of a client. */
  readonly authorizationFor?: ((identity: Identity | undefined) => string | undefined) | undefined;
  readonly sessionIds?: SessionIds | undefined;
  /** The same for the ids of events, with which a client resumes a stream. */
  readonly eventIds?: SessionIds | undefined;
}

/** Replaces the session ids of the upstream, so that an id is valid only for the client that received it. */
export interface SessionIds {
  seal(id: string, identity: Identity | undefined): string;
  /** The id of the upstream; undefined for an id that this client did not receive. */
  open(sealed: string, identity: Identity | undefined): string | undefined;
}

/** Headers that authenticate a client to this proxy. */
const CREDENTIALS = ['authorization', 'x-api-key'];

/** Headers that the proxy sets for its own connection. The response must arrive unencoded to be inspected. */
const CONNECTION_FIELDS = ['host', 'content-length', 'expect', 'accept-encoding'];

export class Forwarder {
  readonly #upstream: Upstream;
  readonly #upstreamToken: UpstreamToken | undefined;
  readonly #authorizationFor: Credentials['authorizationFor'];
  readonly #sessionIds: SessionIds | undefined;
  readonly #eventIds: SessionIds | undefined;
  readonly #prepare: (request: UpstreamRequest) => UpstreamRequest;
  readonly #preparePreflight: (request: UpstreamRequest) => UpstreamRequest;

  constructor(upstream: Upstream, credentials: Credentials) {
    const { headers = {}, keepAuthorization } = credentials;
    this.#upstream = upstream;
    this.#upstreamToken = credentials.upstreamToken;
    this.#authorizationFor = credentials.authorizationFor;
    this.#sessionIds = credentials.sessionIds;
    this.#eventIds = credentials.eventIds;
    const dropped = [...CONNECTION_FIELDS, ...(keepAuthorization ? [] : CREDENTIALS)];
    this.#prepare = createPrepare(headers, dropped);
    this.#preparePreflight = createPrepare({}, dropped);
  }

  /** `request.headers` are those of the client. */
  send(request: UpstreamRequest, clientHandler: ResponseHandler, identity?: Identity): SentRequest {
    // Preflight requests carry no credentials.
    const isPreflight = request.method === 'OPTIONS';
    const ready = isPreflight
      ? this.#preparePreflight(request)
      : this.#personal(this.#prepare(request), identity);
    const handler =
      this.#sessionIds === undefined
        ? clientHandler
        : withSealedId(clientHandler, this.#sessionIds, identity);
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
}

const SESSION_ID = 'mcp-session-id';
const LAST_EVENT_ID = 'last-event-id';

/** A handler that receives the sealed session id of the upstream. */
function withSealedId(
  handler: ResponseHandler,
  sessionIds: SessionIds,
  identity: Identity | undefined,
): ResponseHandler {
  return {
    onStart(response) {
      const id = headerValue(response.headers, SESSION_ID);
      if (id === undefined) return handler.onStart(response);
      const headers = withHeaders(response.headers, { 'Mcp-Session-Id': sessionIds.seal(id, identity) });
      handler.onStart({ ...response, headers });
    },
    onData: (chunk) => handler.onData(chunk),
    onEnd: () => handler.onEnd(),
    onFailure: (reason) => handler.onFailure(reason),
  };
}

/** Returns a function that removes hop-by-hop and dropped headers from a request and adds the fixed ones. */
function createPrepare(
  fixed: Readonly<Record<string, string>>,
  dropped: readonly string[],
): (request: UpstreamRequest) => UpstreamRequest {
  const names = Object.keys(fixed).map((name) => name.toLowerCase());
  const own = names.includes('accept-encoding') ? [] : ['Accept-Encoding', 'identity'];
  const fields = [...own, ...Object.entries(fixed).flat()];
  const left = withHopByHop([...dropped, ...names]);
  const headersOf = (headers: HeaderList): string[] => {
    const kept = endToEndHeaders(headers, left);
    kept.push(...fields);
    return kept;
  };
  return (request) => ({ ...request, headers: headersOf(request.headers) });
}
