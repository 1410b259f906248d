// A request on its way to the upstream: which headers go along, with whose credentials.

import { endToEnd, type HeaderList, withHopByHop } from './headers.js';
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
const CREDENTIALS = ['authorization', 'x-api-key'];

/** Fields that our own connection states for itself. An encoding that we did not ask for could not be read on. */
const OURS = ['host', 'content-length', 'expect', 'accept-encoding'];

export class Forwarder {
  readonly #upstream: Upstream;
  readonly #upstreamToken: UpstreamToken | undefined;
  readonly #ready: (request: UpstreamRequest) => UpstreamRequest;
  readonly #readyPreflight: (request: UpstreamRequest) => UpstreamRequest;

  constructor(upstream: Upstream, { headers = {}, keepAuthorization, upstreamToken }: Credentials) {
    this.#upstream = upstream;
    this.#upstreamToken = upstreamToken;
    const dropped = [...OURS, ...(keepAuthorization ? [] : CREDENTIALS)];
    this.#ready = withFields(headers, dropped);
    this.#readyPreflight = withFields({}, dropped);
  }

  /** `headers` are those that the client sent. */
  send(request: UpstreamRequest, listener: AnswerListener): Sent {
    // Whether a page may ask is asked by anybody, and says nothing of who we are.
    const isPreflight = request.method === 'OPTIONS';
    const ready = isPreflight ? this.#readyPreflight(request) : this.#ready(request);
    const upstreamToken = this.#upstreamToken;
    if (upstreamToken === undefined || isPreflight) return this.#upstream.send(ready, listener);
    const send = this.#upstream.send.bind(this.#upstream);
    // What was configured, or comes from the client and is meant for the upstream, wins.
    return isSigned(ready)
      ? sendWithFixed(send, ready, listener)
      : sendWithToken(send, ready, listener, upstreamToken);
  }
}

/** Requests without what concerns our client's connection or names the same as our own fields, and with those. */
function withFields(
  fixed: Readonly<Record<string, string>>,
  dropped: readonly string[],
): (request: UpstreamRequest) => UpstreamRequest {
  const names = Object.keys(fixed).map((name) => name.toLowerCase());
  const own = names.includes('accept-encoding') ? [] : ['Accept-Encoding', 'identity'];
  const fields = [...own, ...Object.entries(fixed).flat()];
  const left = withHopByHop([...dropped, ...names]);
  const headersOf = (headers: HeaderList): string[] => {
    const kept = endToEnd(headers, left);
    kept.push(...fields);
    return kept;
  };
  return (request) => ({ ...request, headers: headersOf(request.headers) });
}
