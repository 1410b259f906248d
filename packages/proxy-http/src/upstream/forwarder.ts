// Sends requests to the upstream: decides which headers and credentials they carry.

import { endToEndHeaders, type HeaderList, withHopByHop } from '../headers/header-list.js';
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
}

/** Headers that authenticate a client to this proxy. */
const CREDENTIALS = ['authorization', 'x-api-key'];

/** Headers that the proxy sets for its own connection. The response must arrive unencoded to be inspected. */
const CONNECTION_FIELDS = ['host', 'content-length', 'expect', 'accept-encoding'];

export class Forwarder {
  readonly #upstream: Upstream;
  readonly #upstreamToken: UpstreamToken | undefined;
  readonly #prepare: (request: UpstreamRequest) => UpstreamRequest;
  readonly #preparePreflight: (request: UpstreamRequest) => UpstreamRequest;

  constructor(upstream: Upstream, { headers = {}, keepAuthorization, upstreamToken }: Credentials) {
    this.#upstream = upstream;
    this.#upstreamToken = upstreamToken;
    const dropped = [...CONNECTION_FIELDS, ...(keepAuthorization ? [] : CREDENTIALS)];
    this.#prepare = createPrepare(headers, dropped);
    this.#preparePreflight = createPrepare({}, dropped);
  }

  /** `request.headers` are those of the client. */
  send(request: UpstreamRequest, handler: ResponseHandler): SentRequest {
    // Preflight requests carry no credentials.
    const isPreflight = request.method === 'OPTIONS';
    const ready = isPreflight ? this.#preparePreflight(request) : this.#prepare(request);
    const upstreamToken = this.#upstreamToken;
    if (upstreamToken === undefined || isPreflight) return this.#upstream.send(ready, handler);
    const send = this.#upstream.send.bind(this.#upstream);
    // Configured or forwarded credentials take precedence.
    return hasAuthorization(ready)
      ? sendWithStaticCredentials(send, ready, handler)
      : sendWithToken(send, ready, handler, upstreamToken);
  }
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
