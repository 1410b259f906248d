// Who may come in. What a token means is for others to know; here it is only compared.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Awaitable } from '@claw/jsonrpc-stream';
import type { Identity } from './session.js';

/** Lets a request in by saying who it comes from, or refuses it with `undefined`. */
export type Authenticate = (request: {
  readonly headers: IncomingHttpHeaders;
  readonly address: string | undefined;
}) => Awaitable<Identity | undefined>;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Lets in whoever sends this token, as `Authorization: Bearer` or `X-API-Key`. Takes the same time for every guess. */
export function requireToken(token: string): Authenticate {
  if (token === '') throw Object.assign(new Error('the token is empty; give one'), { code: 'TOKEN_INVALID' });
  const wanted = digest(token);
  return ({ headers }) => {
    const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
    const given = bearer ?? headers['x-api-key'];
    return typeof given === 'string' && timingSafeEqual(digest(given), wanted) ? { id: 'token' } : undefined;
  };
}
