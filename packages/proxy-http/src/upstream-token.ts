// Requests with a bearer token that somebody else knows how to get. A rejected request has done nothing, so it may be
// sent once more with a better token. No challenge of the upstream reaches the client: it names the upstream's own
// identity, and a client that followed it would log in somewhere else than here.

import type { Awaitable } from '@claw/jsonrpc-stream';
import { firstOf, keepHeaders, valuesOf, withHeaders } from './headers.js';
import type { AnswerListener, Sent, UpstreamAnswer, UpstreamRequest } from './upstream.js';

/** What the upstream had against a request. */
export interface Rejection {
  /** The token that it carried, if any. */
  readonly token: string | undefined;
  /** 401: no token, or a bad one. 403: the token has too few rights. */
  readonly status: 401 | 403;
  /** The upstream's `WWW-Authenticate`, unread. */
  readonly challenge: string;
  /** It was the second try. No token helps any more, but a reason does. */
  readonly isFinal: boolean;
}

/**
 * Gives the bearer token for the upstream, or the reason why there is none. Asked for every request, and again after
 * a rejection. Nothing at all: then the request goes without one, as long as the upstream wants none.
 */
export type UpstreamToken = (
  rejection?: Rejection,
) => Awaitable<string | { readonly reason: string } | undefined>;

const NOT_ACCEPTED =
  'the upstream does not accept our credentials; log in again or check the configured token';
const NOT_TO_BE_HAD = 'there is no token for the upstream; nothing was forwarded without it';

type Token = Awaited<ReturnType<UpstreamToken>>;

type Send = (request: UpstreamRequest, listener: AnswerListener) => Sent;

/** Sends with a token, and once more with another when the first is rejected. */
export function sendWithToken(
  send: Send,
  request: UpstreamRequest,
  listener: AnswerListener,
  tokenFor: UpstreamToken,
): Sent {
  let aborted = false;
  let sent: Sent | undefined;
  const sendWith = (token: Token, rejection: Rejection | undefined): void => {
    if (aborted) return;
    const isUseless = rejection !== undefined && (token === undefined || token === rejection.token);
    if (typeof token === 'object') listener.failed(token.reason);
    else if (isUseless || rejection?.isFinal) listener.failed(NOT_ACCEPTED);
    else
      sent = send(
        token === undefined ? request : signed(request, token),
        withoutChallenge(listener, (status, challenge) => {
          sent?.abort();
          attempt({ token, status, challenge, isFinal: rejection !== undefined });
        }),
      );
  };
  const failed = () => {
    if (!aborted) listener.failed(NOT_TO_BE_HAD);
  };
  const attempt = (rejection?: Rejection): void => {
    const token = ask(tokenFor, rejection);
    // Where nobody has logged in, no request waits for a login.
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

/** One that throws has no token, like one that rejects. */
function ask(tokenFor: UpstreamToken, rejection: Rejection | undefined): ReturnType<UpstreamToken> {
  try {
    return tokenFor(rejection);
  } catch (error) {
    return Promise.reject(error);
  }
}

const signed = (request: UpstreamRequest, token: string): UpstreamRequest => ({
  ...request,
  headers: withHeaders(request.headers, { Authorization: `Bearer ${token}` }),
});

/** Sends with credentials that are fixed: rejected, there are no others. */
export function sendWithFixed(send: Send, request: UpstreamRequest, listener: AnswerListener): Sent {
  const guarded = withoutChallenge(listener, (status) => {
    sent.abort();
    listener.failed(`${NOT_ACCEPTED} (${status})`);
  });
  const sent = send(request, guarded);
  return sent;
}

const TOO_FEW_RIGHTS = /\berror\s*=\s*"?insufficient_scope\b/i;

/** The listener, except that it hears neither of rejections nor of what would be accepted elsewhere. */
function withoutChallenge(
  listener: AnswerListener,
  rejected: (status: 401 | 403, challenge: string) => void,
): AnswerListener {
  return {
    started(answer: UpstreamAnswer) {
      const { status, headers } = answer;
      const challenge = valuesOf(headers, 'www-authenticate').join(', ');
      if (status === 401) rejected(401, challenge);
      else if (status === 403 && TOO_FEW_RIGHTS.test(challenge)) rejected(403, challenge);
      else if (challenge === '') listener.started(answer);
      else
        listener.started({
          ...answer,
          headers: keepHeaders(headers, (name) => name !== 'www-authenticate'),
        });
    },
    data: (chunk) => listener.data(chunk),
    ended: () => listener.ended(),
    failed: (reason) => listener.failed(reason),
  };
}

/** Whether a request says by itself who sends it. */
export const isSigned = ({ headers }: UpstreamRequest): boolean =>
  firstOf(headers, 'authorization') !== undefined;
