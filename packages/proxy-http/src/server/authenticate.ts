// Authenticates clients with a fixed token.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Awaitable } from '@claw/jsonrpc-stream';
import type { Identity } from '../reverse-proxy/session.js';

/** The response to a request that is not authenticated. */
export interface Rejection {
  readonly status: number;
  readonly reason: string;
  /** Names and values in turn: name, value, name, value, … */
  readonly headers?: readonly string[];
}

/**
 * Returns the identity of the client, or the reason why the request is rejected; `undefined` requests a token with
 * status 401.
 */
export type Authenticate = (request: {
  readonly headers: IncomingHttpHeaders;
  readonly address: string | undefined;
  /** The path without a trailing slash and without a query. */
  readonly path: string;
}) => Awaitable<Identity | Rejection | undefined>;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Requires this token in `Authorization: Bearer` or `X-API-Key`. The comparison takes constant time. */
export function requireToken(token: string): Authenticate {
  if (token === '')
    throw Object.assign(new Error('the token is empty; configure a non-empty token'), {
      code: 'TOKEN_INVALID',
    });
  const expected = digest(token);
  return ({ headers }) => {
    const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
    const given = bearer ?? headers['x-api-key'];
    return typeof given === 'string' && timingSafeEqual(digest(given), expected)
      ? { id: 'token' }
      : undefined;
  };
}
