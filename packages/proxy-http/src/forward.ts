// A request on its way to the upstream: which headers go along, with whose credentials.

import { endToEnd, type HeaderList, keepHeaders, withHeaders } from './headers.js';
import type { AnswerListener, Sent, Upstream, UpstreamRequest } from './upstream.js';
import { isSigned, sendWithFixed, sendWithToken, type UpstreamToken } from './upstream-token.js';

export interface Credentials {
  /** Sent with every request, in place of the client's fields of the same name. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Asked for requests that carry no `Authorization` of the client's or of the configured headers. */
  readonly upstreamToken?: UpstreamToken | undefined;
  /** False when the client's own `Authorization` was for us: then it goes no further. */
  readonly keepAuthorization: boolean;
}

/** What a client shows to be let in here. */
const CREDENTIALS = new Set(['authorization', 'x-api-key']);

/** Fields that our own connection states for itself. An encoding that we did not ask for could not be read on. */
const OURS = new Set(['host', 'content-length', 'expect', 'accept-encoding']);

export class Forwarder {
  readonly #upstream: Upstream;
  readonly #credentials: Credentials;

  constructor(upstream: Upstream, credentials: Credentials) {
    this.#upstream = upstream;
    this.#credentials = credentials;
  }

  /** `headers` are those that the client sent. */
  send(request: UpstreamRequest, listener: AnswerListener): Sent {
    // Whether a page may ask is asked by anybody, and says nothing of who we are.
    const isPreflight = request.method === 'OPTIONS';
    const ready = { ...request, headers: this.#headers(request.headers, isPreflight) };
    const { upstreamToken } = this.#credentials;
    const send = this.#upstream.send.bind(this.#upstream);
    if (upstreamToken === undefined || isPreflight) return send(ready, listener);
    // What was configured, or comes from the client and is meant for the upstream, wins.
    return isSigned(ready)
      ? sendWithFixed(send, ready, listener)
      : sendWithToken(send, ready, listener, upstreamToken);
  }

  #headers(headers: HeaderList, isPreflight: boolean): string[] {
    const { keepAuthorization, headers: fixed = {} } = this.#credentials;
    const kept = keepHeaders(
      endToEnd(headers),
      (name) => !OURS.has(name) && (keepAuthorization || !CREDENTIALS.has(name)),
    );
    return withHeaders(kept, { 'Accept-Encoding': 'identity', ...(isPreflight ? {} : fixed) });
  }
}
