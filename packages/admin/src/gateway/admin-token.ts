// Authentication for the admin API with admin tokens. Stored tokens are looked up by their hash, and the token
// in the environment is compared by hash in constant time, so timing reveals nothing.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { GatewayState } from '@claw/gateway';
import { Problem } from '../http/problem.js';

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Makes tokens recognizable to secret scanners, and different from keys of the data plane. */
const PREFIX = 'clawadmin_';
const MAX_TOKEN = 1024;

/**
 * Creates and stores the first admin token of a gateway. Returns it once; undefined if the gateway has one
 * already.
 */
export async function createFirstAdminToken(state: GatewayState): Promise<string | undefined> {
  const token = PREFIX + randomBytes(32).toString('base64url');
  return (await state.adminTokens.createFirst(digestOf(token).toString('hex'))) ? token : undefined;
}

/**
 * Finds the name of an admin token; undefined for any other text. A token in the environment is the only valid one, so
 * that it replaces a stored token that has become known.
 */
export function createTokenFinder(
  state: GatewayState,
  environmentToken: string | undefined,
): (token: string) => Promise<string | undefined> {
  const expected =
    environmentToken === undefined || environmentToken === '' ? undefined : digestOf(environmentToken);
  return async (token) => {
    if (token.length > MAX_TOKEN) return undefined;
    const digest = digestOf(token);
    if (expected !== undefined) return timingSafeEqual(digest, expected) ? 'environment' : undefined;
    return (await state.adminTokens.find(digest.toString('hex')))?.name;
  };
}

/** Returns the name of the token in a request; throws 401 for all other requests. */
export function createTokenCheck(
  state: GatewayState,
  environmentToken: string | undefined,
): (request: IncomingMessage) => Promise<string> {
  const find = createTokenFinder(state, environmentToken);
  return async ({ headers }) => {
    const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
    const name = token === undefined ? undefined : await find(token);
    if (name !== undefined) return name;
    throw new Problem(
      401,
      'The request has no valid admin token. Send one in the header `Authorization: Bearer TOKEN`.',
      {
        headers: { 'WWW-Authenticate': 'Bearer realm="clawdefender admin"' },
      },
    );
  };
}
