// Sends requests with a bearer token from `UpstreamToken`. The upstream does not process a request that it rejects,
// so the request is retried once with a new token. The challenge of the upstream is not forwarded to the client: it
// names the identity provider of the upstream, and the client would request a token for the wrong server.

import type { Awaitable } from '@claw/jsonrpc-stream';
import { filterHeaders, headerValue, headerValues, withHeaders } from '../headers/header-list.js';
import type {
  AbortableRequest,
  UpstreamRequest,
  UpstreamResponse,
  UpstreamResponseHandler,
} from './upstream.js';

/** Describes why the upstream rejected a request. */
export interface TokenRejection {
  /** The rejected token, if one was sent. */
  readonly token: string | undefined;
  /** 401: the token is missing or invalid. 403: its scope is insufficient. */
  readonly status: 401 | 403;
  /** The `WWW-Authenticate` header of the upstream, not parsed. */
  readonly challenge: string;
  /** True after the retry: a new token would not be used, and the function is called only to report the reason. */
  readonly isFinal: boolean;
}

/**
 * Returns the bearer token for the upstream, or the reason why there is none. Called for each request, and again
 * after a rejection. If the result is undefined, the request is sent without a token.
 */
export type UpstreamToken = (
  rejection?: TokenRejection,
) => Awaitable<string | { readonly reason: string } | undefined>;

const TOKEN_REJECTED = 'the upstream rejected the credentials; log in again or check the configured token';
const TOKEN_UNAVAILABLE = 'no token is available for the upstream; the request was not forwarded';

type Token = Awaited<ReturnType<UpstreamToken>>;

type Send = (request: UpstreamRequest, handler: UpstreamResponseHandler) => AbortableRequest;

/** Sends with a token, and retries once with a new token after a rejection. */
export function sendWithToken(
  send: Send,
  request: UpstreamRequest,
  handler: UpstreamResponseHandler,
  tokenFor: UpstreamToken,
): AbortableRequest {
  let aborted = false;
  let sent: AbortableRequest | undefined;
  const sendWith = (token: Token, rejection: TokenRejection | undefined): void => {
    if (aborted) return;
    const isUseless = rejection !== undefined && (token === undefined || token === rejection.token);
    if (typeof token === 'object') handler.onFailure(token.reason);
    else if (isUseless || rejection?.isFinal) handler.onFailure(TOKEN_REJECTED);
    else
      sent = send(
        token === undefined ? request : withToken(request, token),
        withoutChallenge(handler, (status, challenge) => {
          sent?.abort();
          attempt({ token, status, challenge, isFinal: rejection !== undefined });
        }),
      );
  };
  const failed = () => {
    if (!aborted) handler.onFailure(TOKEN_UNAVAILABLE);
  };
  const attempt = (rejection?: TokenRejection): void => {
    const token = requestToken(tokenFor, rejection);
    // Without a login, there is no token to wait for.
    if (token === undefined) sendWith(token, rejection);
    else
      Promise.resolve(token)
        .then((found) => sendWith(found, rejection))
        .catch(failed);
  };
  attempt();
  return {
    abort: () => {
      aborted = true;
      sent?.abort();
    },
  };
}

/** Requests the token; a synchronous exception is handled like a rejected promise. */
function requestToken(
  tokenFor: UpstreamToken,
  rejection: TokenRejection | undefined,
): ReturnType<UpstreamToken> {
  try {
    return tokenFor(rejection);
  } catch (error) {
    return Promise.reject(error);
  }
}

const withToken = (request: UpstreamRequest, token: string): UpstreamRequest => ({
  ...request,
  headers: withHeaders(request.headers, { Authorization: `Bearer ${token}` }),
});

/** Sends a request with static credentials and without a retry. */
export function sendWithStaticCredentials(
  send: Send,
  request: UpstreamRequest,
  handler: UpstreamResponseHandler,
): AbortableRequest {
  let sent: AbortableRequest | undefined;
  const guarded = withoutChallenge(handler, (status) => {
    sent?.abort();
    handler.onFailure(`${TOKEN_REJECTED} (${status})`);
  });
  sent = send(request, guarded);
  return sent;
}

const INSUFFICIENT_SCOPE = /\berror\s*=\s*"?insufficient_scope\b/i;

/**
 * Wraps a handler so that rejections are passed to `rejected` and `WWW-Authenticate` is removed from other responses.
 */
function withoutChallenge(
  handler: UpstreamResponseHandler,
  rejected: (status: 401 | 403, challenge: string) => void,
): UpstreamResponseHandler {
  return {
    onStart(response: UpstreamResponse) {
      const { status, headers } = response;
      const challenge = headerValues(headers, 'www-authenticate').join(', ');
      if (status === 401) rejected(401, challenge);
      else if (status === 403 && INSUFFICIENT_SCOPE.test(challenge)) rejected(403, challenge);
      else if (challenge === '') handler.onStart(response);
      else
        handler.onStart({
          ...response,
          headers: filterHeaders(headers, (name) => name !== 'www-authenticate'),
        });
    },
    onData: (chunk) => handler.onData(chunk),
    onEnd: () => handler.onEnd(),
    onFailure: (reason) => handler.onFailure(reason),
  };
}

/** Returns true if the request has an `Authorization` header. */
export const hasAuthorization = ({ headers }: UpstreamRequest): boolean =>
  headerValue(headers, 'authorization') !== undefined;
