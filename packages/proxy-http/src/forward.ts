// A request on its way to the upstream: which headers go along, with whose credentials.

import type { Awaitable } from '@claw/jsonrpc-stream';
import { endToEnd, type HeaderList, keepHeaders, withHeaders } from './headers.js';
import type { AnswerListener, Sent, Upstream, UpstreamAnswer, UpstreamRequest } from './upstream.js';

export interface Credentials {
  /** Sent with every request, in place of the client's fields of the same name. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Gives the bearer token for the upstream. Asked for every request; asked again, with the token, when the upstream
   * answered 401 to it. The same token or none: then there is no better one.
   */
  readonly upstreamToken?: ((rejected?: string) => Awaitable<string | undefined>) | undefined;
  /** The client's own `Authorization` was for us and goes no further. */
  readonly keepAuthorization: boolean;
}

/** What a client shows to be let in here. */
const CREDENTIALS = new Set(['authorization', 'x-api-key']);

/** Fields that our own connection states for itself. An encoding that we did not ask for could not be read on. */
const OURS = new Set(['host', 'content-length', 'expect', 'accept-encoding']);

const NO_TOKEN = 'there is no token for the upstream; nothing was forwarded without it';
const BAD_TOKEN = 'the upstream does not accept our credentials; log in again or check the configured token';

export class Forwarder {
  readonly #upstream: Upstream;
  readonly #credentials: Credentials;

  constructor(upstream: Upstream, credentials: Credentials) {
    this.#upstream = upstream;
    this.#credentials = credentials;
  }

  /** `headers` are those that the client sent. */
  send(request: UpstreamRequest, listener: AnswerListener): Sent {
    const ready = { ...request, headers: this.#headers(request.headers) };
    const { upstreamToken } = this.#credentials;
    if (upstreamToken === undefined || request.method === 'OPTIONS')
      return this.#upstream.send(ready, listener);
    return this.#sendWithToken(ready, listener, upstreamToken);
  }

  #headers(headers: HeaderList): string[] {
    const { keepAuthorization, upstreamToken, headers: fixed = {} } = this.#credentials;
    const hides = !keepAuthorization || upstreamToken !== undefined;
    const kept = keepHeaders(
      endToEnd(headers),
      (name) => !OURS.has(name) && !(hides && CREDENTIALS.has(name)),
    );
    return withHeaders(kept, { 'Accept-Encoding': 'identity', ...fixed });
  }

  #sendWithToken(
    request: UpstreamRequest,
    listener: AnswerListener,
    tokenFor: NonNullable<Credentials['upstreamToken']>,
  ): Sent {
    let aborted = false;
    let sent: Sent | undefined;
    const attempt = async (rejected?: string): Promise<void> => {
      const token = await tokenFor(rejected);
      if (aborted) return;
      if (token === undefined) return listener.failed(rejected === undefined ? NO_TOKEN : BAD_TOKEN);
      if (token === rejected) return listener.failed(BAD_TOKEN);
      const headers = withHeaders(request.headers, { Authorization: `Bearer ${token}` });
      const isLast = rejected !== undefined;
      sent = this.#upstream.send(
        { ...request, headers },
        refusing401(listener, () => {
          sent?.abort();
          // The upstream has done nothing yet, so this is no second call.
          if (isLast) listener.failed(BAD_TOKEN);
          else start(token);
        }),
      );
    };
    const start = (rejected?: string) => {
      attempt(rejected).catch(() => {
        if (!aborted) listener.failed(NO_TOKEN);
      });
    };
    start();
    return {
      abort: () => {
        aborted = true;
        sent?.abort();
      },
    };
  }
}

/** The listener, except that it does not hear of an answer 401. */
const refusing401 = (listener: AnswerListener, refused: () => void): AnswerListener => ({
  started: (answer: UpstreamAnswer) => (answer.status === 401 ? refused() : listener.started(answer)),
  data: (chunk) => listener.data(chunk),
  ended: () => listener.ended(),
  failed: (reason) => listener.failed(reason),
});
