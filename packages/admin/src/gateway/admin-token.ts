// Authenticates requests to the admin API with admin tokens. Stored tokens are looked up by their hash, and the hash
// of the token in the environment is compared in constant time, so timing reveals nothing about them.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { GatewayState } from '@claw/gateway';
import { Problem } from '../http/problem.js';

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * The prefix by which secret scanners recognize a token, and which distinguishes it from API keys for the data plane.
 */
const PREFIX = 'clawadmin_';
const MAX_TOKEN = 1024;

/**
 * Creates and stores the first admin token of a gateway. Returns the token only once, or undefined if the gateway
 * already has one.
 */
export async function createFirstAdminToken(state: GatewayState): Promise<string | undefined> {
  const token = PREFIX + randomBytes(32).toString('base64url');
  return (await state.adminTokens.createFirst(digestOf(token).toString('hex'))) ? token : undefined;
}

/**
 * Creates a function that returns the name of an admin token, or undefined if the text is not a valid token. If there
 * is a token in the environment, only that token is valid, so that it can replace a stored token that was disclosed.
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

/**
 * Creates a function that returns the name of the admin token in a request, and throws a 401 problem if the request
 * has no valid token.
 */
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
