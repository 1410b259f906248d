// Authentication of clients with a fixed token.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Awaitable } from '@claw/jsonrpc-stream';
import type { Identity } from '../reverse-proxy/session.js';

/** Returns the identity of the client, or `undefined` to reject the request. */
export type Authenticate = (request: {
  readonly headers: IncomingHttpHeaders;
  readonly address: string | undefined;
}) => Awaitable<Identity | undefined>;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Accepts this token in `Authorization: Bearer` or `X-API-Key`. The comparison takes constant time. */
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
